import { PROJECT_ROOT } from "../../_support/executables.ts";
import { readOrEmpty } from "../../_support/test_home.ts";
import type { DocsHome } from "./docs_home.ts";
import { shapeOf } from "./page.ts";

const COLUMNS = 112;
const CHARACTER = 8.43;
const LINE = 20;
const MARGIN = 20;
const BACKGROUND = "#1b1f27";
const STYLE = "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;" +
  "fill:#d7dae0;white-space:pre}.p{fill:#7fc98f}";

interface Row {
  readonly text: string;
  /** `p`: what was entered; `w`: the rest of the row above, which was too long for the window. */
  readonly look: "" | "p" | "w";
}

/** A picture of a terminal in which a command was entered, as SVG. */
function terminalSvg(command: string, output: string): string {
  const rows: Row[] = [{ text: `$ ${command}`, look: "p" }, ...output.trimEnd().split("\n").flatMap(wrapped)];
  const width = Math.ceil(Math.max(...rows.map(({ text }) => [...text].length)) * CHARACTER) + 2 * MARGIN;
  const height = rows.length * LINE + 2 * MARGIN;
  const texts = rows.map(({ text, look }, i) => {
    const mark = look === "" ? "" : ` class="${look}"`;
    return `<text x="${MARGIN}" y="${MARGIN + (i + 1) * LINE - 5}"${mark} xml:space="preserve">${
      escaped(text)
    }</text>`;
  });
  return [
    "<!-- deno-fmt-ignore-file -->",
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}

/** Cut behind a blank where one is near; put together, the rows are the line. */
function wrapped(line: string): Row[] {
  const rows: Row[] = [];
  const rest = [...line];
  while (rows.length === 0 || rest.length > 0) {
    const blank = rest.length <= COLUMNS ? -1 : rest.lastIndexOf(" ", COLUMNS - 1);
    const row = rest.splice(0, blank > COLUMNS / 2 ? blank + 1 : COLUMNS);
    rows.push({ text: row.join(""), look: rows.length === 0 ? "" : "w" });
  }
  return rows;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const IMAGES = `${PROJECT_ROOT}/docs/images`;

const DEMO = "deno task demo";

/** The pictures of the guide: which command each shows, in a home that is lived in. */
export const SCREENSHOTS: Readonly<Record<string, string>> = {
  demo: DEMO,
  stats: "mneme stats",
  doctor: "mneme doctor",
  search: 'mneme search --why --limit 4 "rounding of totals"',
  memory: "mneme memory show m12",
  context: "mneme context",
};

/** What a picture is to show now. */
export async function takeScreenshot(home: DocsHome, name: string): Promise<string> {
  const command = SCREENSHOTS[name] ?? "";
  if (command === DEMO) return terminalSvg(command, await demoOutput());
  return terminalSvg(command, home.told(await home.need(command)));
}

/** What it keeps, asks and tells, but not how fast it was this time. */
export async function demoOutput(): Promise<string> {
  const demo = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${PROJECT_ROOT}/tests/demo/main.ts`],
    stdin: "null",
  });
  const { code, stdout } = await demo.output();
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
  const text = new TextDecoder().decode(stdout).replaceAll(`${PROJECT_ROOT}/`, "");
  return withoutTimes(text);
}

/** Cuts the table of times from the demo's end. */
export function withoutTimes(demo: string): string {
  return demo.slice(demo.indexOf("A recorded session"), demo.indexOf("What the hooks took")).trim();
}

/** Whether two pictures show the same, but for what differs from run to run, and for where their rows were cut. */
export function isSamePicture(a: string, b: string): boolean {
  const [one, other] = [a, b].map((svg) =>
    shapeOf(svg.replaceAll(/<\/text>\n<text [^>]*class="w"[^>]*>/g, ""))
  );
  return one === other;
}

/** The picture as it is in `docs/images/`; `""` where there is none. */
export function keptScreenshot(name: string): string {
  return readOrEmpty(`${IMAGES}/${name}.svg`);
}

/** Writes the pictures that show something else now. */
export async function updateScreenshots(home: DocsHome): Promise<void> {
  await home.restore();
  Deno.mkdirSync(IMAGES, { recursive: true });
  for (const name of Object.keys(SCREENSHOTS)) {
    const svg = await takeScreenshot(home, name);
    if (!isSamePicture(svg, keptScreenshot(name))) Deno.writeTextFileSync(`${IMAGES}/${name}.svg`, svg);
  }
}
