import words from "./common_stems.json" with { type: "json" };

/** The edition of the lists; it changes with them, so that old indexes are renewed. */
export const STEMS_EDITION = words.edition;

/** The share of all texts that hold the stems of each list in `COMMON_STEMS`. */
export const SHARE_STEPS: readonly number[] = Object.keys(words.stems).map(Number);

/** Lists of stems that many texts hold in any project, divided by blanks. */
export const COMMON_STEMS: readonly string[] = Object.values(words.stems).map((lines) => lines.join(" "));
