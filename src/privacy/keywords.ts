import table from "./keywords.json" with { type: "json" };

/** All keywords of the rules, in lower case. */
const KEYWORDS = [...new Set([...table.telling, ...table.common.flatMap(({ words }) => words)])];
/** The length of the shortest keywords in the pattern. Shorter ones would be found in too many places. */
const SHORTEST_IN_PATTERN = 3;
/** The length from which the pattern is used. In a shorter text, searching for each keyword is faster. */
const LONG_TEXT = 4096;

/**
 * Returns the keywords that a text contains. Letter case is ignored. Searching a megabyte for each keyword takes half a
 * second: so one pattern finds the roots, and then only keywords that contain one of these roots are searched for.
 */
export function keywordsIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const roots = lower.length < LONG_TEXT ? [""] : [...rootsIn(lower)];
  return new Set(KEYWORDS.filter((word) => {
    const isLikely = word.length < SHORTEST_IN_PATTERN || roots.some((root) => word.includes(root));
    return isLikely && lower.includes(word);
  }));
}

/** Returns the roots in a text: keywords that contain no other keyword. Roots may overlap. */
function rootsIn(lower: string): ReadonlySet<string> {
  const roots = new Set<string>();
  const pattern = new RegExp(table.pattern, "g");
  for (let hit = pattern.exec(lower); hit !== null; hit = pattern.exec(lower)) {
    roots.add(hit[0]);
    pattern.lastIndex = hit.index + 1;
  }
  return roots;
}
