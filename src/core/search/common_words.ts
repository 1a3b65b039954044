/** In what share of texts everyday words, and short ones that no list knows, stand. */
export const MOST_SHARE = 0.06;
const SHORT_SHARE = 0.006;
/** The same of a word that no list knows: it is taken for a name. */
export const NAME_SHARE = 0.0002;

/** The share of all texts of all projects in which stems stand, of those that are known to be common. */
export type Shares = ReadonlyMap<string, number>;

/**
 * In what share of all texts of all projects a word stands. What a store knows of it says little while it is small: in
 * a project with thirty memories "page" is as rare as "webhook".
 */
export function usualShare(stem: string, known: Shares): number {
  if (isSmall(stem)) return MOST_SHARE;
  return known.get(stem) ?? (stem.length === 2 && stem < "\x7f" ? SHORT_SHARE : NAME_SHARE);
}

/** A letter, a number below a thousand, or the part of a Japanese word that only bends it. */
function isSmall(stem: string): boolean {
  if (stem.length === 1) return stem < "\x7f";
  return stem.length === 2 && isHiragana(stem, 0) && isHiragana(stem, 1) || /^[0-9]{1,3}$/.test(stem);
}

function isHiragana(stem: string, at: number): boolean {
  const unit = stem.charCodeAt(at);
  return unit > 0x3040 && unit < 0x30a0;
}
