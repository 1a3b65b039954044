/** The two whose newest scratchpads everybody is told of; a note of theirs alone asks nothing of the coordinator. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** In UTF-8 three times as much at most, which every file system takes. */
const MAX_UNITS = 80;
/** A colon is among them: plugins name agents `plugin:agent`. */
const SIGNS = "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:@+ ";

/**
 * Tells whether an agent type can name a folder: letters of any language, digits and a few signs, on one visible line; no
 * separator, no way up, no hidden folder. Anything else is nobody's name and becomes no path at all. Without a regular
 * expression, as the first run of one costs a hook a hundredth of its time.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_UNITS || name.trim() !== name || name.startsWith(".")) return false;
  for (const sign of name) {
    if (!SIGNS.includes(sign) && !isForeignLetter(sign.charCodeAt(0))) return false;
  }
  return true;
}

/** Beyond ASCII: without white space, the signs that reorder text or hide in it, pictures, and halves of them. */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0 || code === 0x1680 || code === 0x180e) return false;
  return (code < 0x2000 || code > 0x2bff) && code !== 0x3000 && (code < 0xd800 || code > 0xfaff);
}
