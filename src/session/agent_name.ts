/** The agents whose newest scratchpads all sessions are told; `checkCoordinator` ignores notes of `EGO`. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** At most 240 bytes in UTF-8, which every file system takes. */
const MAX_UNITS = 80;
/** The ASCII characters of names; the colon is among them, as plugins name agents `plugin:agent`. */
const SIGNS = "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:@+ ";

/**
 * Tells whether an agent type can name a folder: letters of any language, digits and a few signs, but no
 * separator and no dot in front. Other types never become paths. Uses no regular expression, as the first run
 * of one costs a hook a hundredth of its time.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_UNITS || name.trim() !== name || name.startsWith(".")) return false;
  for (const sign of name) {
    if (!SIGNS.includes(sign) && !isForeignLetter(sign.charCodeAt(0))) return false;
  }
  return true;
}

/** Takes characters beyond ASCII, but no white space, invisible or reordering signs, emoji or surrogates. */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0 || code === 0x1680 || code === 0x180e) return false;
  return (code < 0x2000 || code > 0x2bff) && code !== 0x3000 && (code < 0xd800 || code > 0xfaff);
}
