import { BOLD_LEVEL, readOutline } from "./outline.ts";
import { isPlainlyComplete } from "./plainly_complete.ts";

/** A section that is not as it should be. */
export interface SectionFault {
  readonly section: string;
  readonly kind: "missing" | "empty";
}

/**
 * Which of the sections a scratchpad lacks, or has without a word in them, in the order in which they are asked for.
 * A heading counts in any form, case and numbering; one that only holds the words among others does not.
 */
export function findFaults(markdown: string, sections: readonly string[]): SectionFault[] {
  return isPlainlyComplete(markdown, sections) ? [] : findFaultsInOutline(markdown, sections);
}

/** The same by the whole check, whatever the form. */
export function findFaultsInOutline(markdown: string, sections: readonly string[]): SectionFault[] {
  const wanted = new Map(sections.map((section) => [titleKey(section), section]));
  const isSaid = saidSections(markdown, new Set(wanted.keys()));
  return [...wanted].flatMap(([key, section]): SectionFault[] => {
    const said = isSaid.get(key);
    if (said === true) return [];
    return [{ section, kind: said === undefined ? "missing" : "empty" }];
  });
}

/** The wanted sections that are there, each with whether something stands in it: subsections included. */
function saidSections(markdown: string, wanted: ReadonlySet<string>): Map<string, boolean> {
  const isSaid = new Map<string, boolean>();
  let open: { key: string; level: number } | undefined;
  for (const piece of readOutline(markdown)) {
    const match = piece.kind === "heading" ? matchTitle(piece.title, wanted) : undefined;
    if (piece.kind === "heading" && match !== undefined) {
      open = { key: match.key, level: piece.level };
      isSaid.set(match.key, isSaid.get(match.key) === true || match.hasText);
    } else if (piece.kind === "text" || piece.level === BOLD_LEVEL) {
      if (open !== undefined) isSaid.set(open.key, true);
    } else if (open !== undefined && piece.level <= open.level) open = undefined;
  }
  return isSaid;
}

/** `Unresolved: nothing` is the section and its text in one. */
function matchTitle(
  title: string,
  wanted: ReadonlySet<string>,
): { key: string; hasText: boolean } | undefined {
  const key = titleKey(title);
  if (wanted.has(key)) return { key, hasText: false };
  const colon = key.search(/[:：]/);
  const before = colon === -1 ? "" : key.slice(0, colon).trim();
  return wanted.has(before) ? { key: before, hasText: true } : undefined;
}

/** Leading signs and pictures that decorate a heading. Spelled out, as `\p{…}` makes V8 build its Unicode tables. */
const DECORATION = /^[\s_\u2000-\u2bff\u{1f000}-\u{1faff}\ufe0e\ufe0f\u20e3]+/u;
const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[ivx]{1,4}[.)]|[a-z][.)])\s+/;

/** What two ways to write the same title have in common. */
function titleKey(title: string): string {
  // deno-lint-ignore no-control-regex
  const composed = /[^\u0000-\u007f]/.test(title) ? title.normalize("NFC") : title;
  const asSet = composed.replaceAll("‹", "<").replaceAll("›", ">"); // as agents are told of it they cannot be tags
  const words = asSet.toLowerCase().replace(/[*`]/g, "").replace(/\s#+\s*$/, "").replace(
    /[-\u2010-\u2015\s]+/g,
    " ",
  ).trim();
  const bare = words.replace(DECORATION, "").replace(NUMBER, "").replace(DECORATION, "")
    .replace(/[\s_:：.]+$/, "");
  return bare === "" ? words : bare;
}
