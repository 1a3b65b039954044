import words from "./common_stems.json" with { type: "json" };

/** The edition of the lists. An index that was made with another edition is made anew. */
export const STEMS_EDITION = words.edition;

/** For each list in `COMMON_STEMS`, the share of all texts that hold one of its stems, from 0 to 1. */
export const SHARE_STEPS: readonly number[] = Object.keys(words.stems).map(Number);

/** Lists of stems that many texts of any project hold; a list is one text with blanks between its stems. */
export const COMMON_STEMS: readonly string[] = Object.values(words.stems).map((lines) => lines.join(" "));
