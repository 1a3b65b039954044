import { PROJECT_ROOT } from "../../_support/executables.ts";
import type { DocsHome } from "./docs_home.ts";
import { shapeOf } from "./shape.ts";
import { terminalSvg, textOfSvg } from "./terminal_svg.ts";

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

/** What it keeps, asks and tells: neither how fast it was this time nor how to use it. */
async function demoOutput(): Promise<string> {
  const demo = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${PROJECT_ROOT}/tests/demo/main.ts`],
    stdin: "null",
  });
  const { code, stdout } = await demo.output();
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
  const text = new TextDecoder().decode(stdout).replaceAll(`${PROJECT_ROOT}/`, "");
  return text.slice(text.indexOf("What was kept"), text.indexOf("\nTo use it")).trim();
}

/** Whether two pictures show the same, but for what differs from run to run. */
export function isSamePicture(a: string, b: string): boolean {
  return shapeOf(textOfSvg(a)) === shapeOf(textOfSvg(b));
}

function imagePath(name: string): string {
  return `${IMAGES}/${name}.svg`;
}

/** The picture as it is in `docs/images/`; `""` where there is none. */
export function keptScreenshot(name: string): string {
  try {
    return Deno.readTextFileSync(imagePath(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Writes the pictures that show something else now. */
export async function updateScreenshots(home: DocsHome): Promise<void> {
  home.restore();
  Deno.mkdirSync(IMAGES, { recursive: true });
  for (const name of Object.keys(SCREENSHOTS)) {
    const svg = await takeScreenshot(home, name);
    if (!isSamePicture(svg, keptScreenshot(name))) Deno.writeTextFileSync(imagePath(name), svg);
  }
}
