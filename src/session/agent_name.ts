/** The agents whose newest scratchpads are shown to all sessions. `checkCoordinator` ignores those of `EGO`. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** The most UTF-16 units of a name: at most 240 bytes in UTF-8, which every file system accepts. */
const MAX_UNITS = 80;
/** The ASCII characters that a name may have. Plugins name their agents `plugin:agent`, with a colon. */
const PLAIN_ASCII = "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:@+ ";

/**
 * Returns true if an agent type can be the name of a folder: letters of most languages, digits and a few signs,
 * but no separator and no leading dot. Uses no regular expression, as the first use of one takes a hundredth of
 * a hook's time.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_UNITS || name.trim() !== name || name.startsWith(".")) return false;
  for (const sign of name) {
    if (!PLAIN_ASCII.includes(sign) && !isForeignLetter(sign.charCodeAt(0))) return false;
  }
  return true;
}

/** Returns true for a letter beyond ASCII: no white space, no invisible or reordering characters, no emoji. */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0 || code === 0x1680 || code === 0x180e) return false;
  return (code < 0x2000 || code > 0x2bff) && code !== 0x3000 && (code < 0xd800 || code > 0xfaff);
}
