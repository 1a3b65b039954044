import table from "./keywords.json" with { type: "json" };

/** Every keyword of the rules, in lower case. */
const KEYWORDS = [...new Set([...table.telling, ...table.common.flatMap(({ words }) => words)])];
/** Shorter keywords stand in too many texts to be part of the pattern. */
const SHORTEST_IN_PATTERN = 3;
/** A shorter text is searched for each keyword, which is faster than compiling the pattern. */
const LONG_TEXT = 4096;

/**
 * Returns the keywords that a text holds, in any case. Searching a megabyte for each takes half a second; so one
 * pattern finds the shortest ones, and only their longer forms are searched for.
 */
export function keywordsIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const roots = lower.length < LONG_TEXT ? [""] : [...rootsIn(lower)];
  return new Set(KEYWORDS.filter((word) => {
    const isLikely = word.length < SHORTEST_IN_PATTERN || roots.some((root) => word.includes(root));
    return isLikely && lower.includes(word);
  }));
}

/** Returns the keywords of a text that hold no other keyword; two of them may overlap. */
function rootsIn(lower: string): ReadonlySet<string> {
  const roots = new Set<string>();
  const pattern = new RegExp(table.pattern, "g");
  for (let hit = pattern.exec(lower); hit !== null; hit = pattern.exec(lower)) {
    roots.add(hit[0]);
    pattern.lastIndex = hit.index + 1;
  }
  return roots;
}
