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

/** A picture of a terminal in which a command was entered, as SVG; its text can be read back. */
export function terminalSvg(command: string, output: string): string {
  const rows: Row[] = [
    { text: `$ ${command}`, look: "p" },
    ...output.trimEnd().split("\n").flatMap(wrapped),
  ];
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

/** The rows of a picture as they were before they were cut to its width. */
export function textOfSvg(svg: string): string {
  const rows: string[] = [];
  for (
    const [, look, text = ""] of svg.matchAll(
      /<text [^>]*?(?:class="(\w)" )?xml:space="preserve">(.*?)<\/text>/g,
    )
  ) {
    if (look === "w") rows.push((rows.pop() ?? "") + unescaped(text));
    else rows.push(unescaped(text));
  }
  return rows.join("\n");
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

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
