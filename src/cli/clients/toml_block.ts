/** The line above what install puts into a TOML file, by which it is known again. */
const HEADING = "# Added by `mneme install`; `mneme uninstall` takes it out again.";

/** A server as Codex keeps it: a table at the end of the file, where it can stand beside whatever is above. */
export function serverBlock(command: string, environment: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(environment).map(([name, value]) => `${name} = ${tomlText(value)}`);
  return [
    HEADING,
    "[mcp_servers.mneme]",
    `command = ${tomlText(command)}`,
    'args = ["mcp"]',
    ...(pairs.length === 0 ? [] : [`env = { ${pairs.join(", ")} }`]),
    "",
  ].join("\n");
}

/** What install wrote, with the line break that it put before; whatever else stands in the table is somebody's. */
const OURS = new RegExp(
  `\\n?${
    escaped(HEADING)
  }\\r?\\n\\[mcp_servers\\.mneme\\]\\r?\\ncommand = "[^\\n]*"\\r?\\nargs = \\["mcp"\\]\\r?\\n` +
    `(?:env = \\{[^\\n]*\\}\\r?\\n)?(?=\\s*(?:\\[|#|$))`,
);

/** The text with the block at its end, in the place of one of ours; the text alone where the user has such a server. */
export function putServer(text: string, block: string): string {
  const rest = removeServer(text);
  if (hasServer(rest)) return text;
  if (OURS.exec(text)?.[0].replace(/^\n/, "") === block) return text;
  return `${rest}${rest === "" ? "" : "\n"}${block}`;
}

/** The text as it was before. */
export function removeServer(text: string): string {
  const found = OURS.exec(text);
  if (found === null) return text;
  return text.slice(0, found.index) + text.slice(found.index + found[0].length);
}

/** Whether a server of our name is there, ours or not, in any way to write its table. */
export function hasServer(text: string): boolean {
  return /^\s*\[\s*(?:mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(?:mneme|"mneme"|'mneme')\s*[.\]]/m
    .test(text) ||
    /^\s*mcp_servers\.mneme\b/m.test(text);
}

function tomlText(text: string): string {
  return JSON.stringify(text); // a basic string of TOML takes JSON's escapes
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
