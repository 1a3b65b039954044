import table from "./keywords.json" with { type: "json" };

/** Every keyword of the rules, in lower case. */
const KEYWORDS = [...new Set([...table.telling, ...table.common.flatMap(({ words }) => words)])];
/** Shorter keywords stand in too many texts to be a part of the pattern. */
const SHORTEST_IN_PATTERN = 3;
/** A shorter text is searched for each keyword, as the engine makes the pattern no faster. */
const LONG_TEXT = 4096;

/**
 * The keywords that stand in a text, in any case. To search a megabyte for each of them takes half a second; one pattern
 * finds the shortest, and only what holds one of these is searched for.
 */
export function keywordsIn(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const roots = lower.length < LONG_TEXT ? [""] : [...rootsIn(lower)];
  return new Set(KEYWORDS.filter((word) => {
    const isLikely = word.length < SHORTEST_IN_PATTERN || roots.some((root) => word.includes(root));
    return isLikely && lower.includes(word);
  }));
}

/** The keywords in a text that hold no other keyword; two of them may overlap. */
function rootsIn(lower: string): ReadonlySet<string> {
  const roots = new Set<string>();
  const pattern = new RegExp(table.pattern, "g");
  for (let hit = pattern.exec(lower); hit !== null; hit = pattern.exec(lower)) {
    roots.add(hit[0]);
    pattern.lastIndex = hit.index + 1;
  }
  return roots;
}
