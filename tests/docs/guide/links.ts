/** Where the links of a page lead to, but for those into the web. */
export function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** The links of a file that lead to no file, or to no heading of it. */
export function brokenLinks(path: string): string[] {
  const folder = path.replace(/\/[^/]*$/, "");
  return linksOf(Deno.readTextFileSync(path)).filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : `${folder}/${file}`;
    return !isThere(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  }).map((link) => `${path}: ${link}`);
}

/** The names that a code host gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  return [...Deno.readTextFileSync(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
