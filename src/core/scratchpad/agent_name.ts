import { NOT_SHOWN } from "../frame.ts";

/** The two whose newest scratchpads everybody is told of; a note of theirs alone asks nothing of the coordinator. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** In UTF-8 three times as much at most, which every file system takes. */
const MAX_UNITS = 80;
/** What separates folders somewhere, or is no part of a name on Windows; a colon is: plugins name agents `plugin:agent`. */
const FOREIGN = /[/\\<>"|?*]/;

/**
 * Whether an agent type can name a folder: one visible line without a separator, never a way up or a hidden folder.
 * Anything else is nobody's name and becomes no path at all.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_UNITS || name.trim() !== name || name.startsWith(".")) return false;
  return !FOREIGN.test(name) && name.replaceAll(" ", "-").search(NOT_SHOWN) === -1 && isWellFormed(name);
}

/** Half a surrogate pair would come back from the disk as another name. */
function isWellFormed(name: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(name);
}
