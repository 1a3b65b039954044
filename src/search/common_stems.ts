import words from "./common_stems.json" with { type: "json" };

/** Another number for other lists. */
export const STEMS_EDITION = words.edition;

/** In what share of all texts the stems of each list of `COMMON_STEMS` stand. */
export const SHARE_STEPS: readonly number[] = Object.keys(words.stems).map(Number);

/** Stems that stand in many texts, whatever the project, divided by blanks. */
export const COMMON_STEMS: readonly string[] = Object.values(words.stems).map((lines) => lines.join(" "));
