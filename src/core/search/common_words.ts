import { IN_MANY, IN_MOST, IN_SOME } from "./common_stems.ts";

/** In what share of texts a word of each kind stands. */
const MOST = 0.06;
const MANY = 0.02;
const SOME = 0.006;
/** The same of a word that no list knows: it is taken for a name. */
export const NAME_SHARE = 0.0002;

/**
 * In what share of all texts of all projects a word stands. What a store knows of it says little while it is small: in
 * a project with thirty memories "page" is as rare as "webhook".
 */
export function usualShare(stem: string): number {
  const key = ` ${stem} `;
  if (IN_MOST.includes(key) || isSmall(stem)) return MOST;
  if (IN_MANY.includes(key)) return MANY;
  return IN_SOME.includes(key) || stem.length === 2 && stem < "\x7f" ? SOME : NAME_SHARE;
}

/** A letter or a number below a thousand. */
function isSmall(stem: string): boolean {
  return stem.length === 1 && stem < "\x7f" || /^[0-9]{1,3}$/.test(stem);
}
