/** FNV-1a over UTF-16 units. */
export function hashWord(word: string): number {
  let state = 0x811c9dc5 | 0;
  for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 0x01000193);
  return state;
}
