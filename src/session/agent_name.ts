/** The two agents whose newest scratchpads every agent is told of. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** At most three bytes each in UTF-8, so every file system takes the name. */
const MAX_UNITS = 80;
/** The ASCII characters of a name; a colon stands in `plugin:agent`. */
const SIGNS = "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:@+ ";

/**
 * Tells whether an agent type can name a folder: letters of any language, digits and a few signs, on one visible
 * line; no separator, no `..`, no hidden folder. Any other name becomes no path. Written without a regular
 * expression, whose first run costs a hook a hundredth of its time.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_UNITS || name.trim() !== name || name.startsWith(".")) return false;
  for (const sign of name) {
    if (!SIGNS.includes(sign) && !isForeignLetter(sign.charCodeAt(0))) return false;
  }
  return true;
}

/** Tells whether a character beyond ASCII may stand in a name: no space, invisible sign or emoji. */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0 || code === 0x1680 || code === 0x180e) return false;
  return (code < 0x2000 || code > 0x2bff) && code !== 0x3000 && (code < 0xd800 || code > 0xfaff);
}
