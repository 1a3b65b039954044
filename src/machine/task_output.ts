// Reads the output of a background task, or of a call, from the file in which the client has put it.
import { orUndefined } from "../base/or_undefined.ts";
import { isAbsolute } from "./paths.ts";
import { bytesAt } from "./files.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";

/** The UTF-16 units that are returned of each end of a long output; the end has the summary of a test run. */
const HEAD_UNITS = 8 * 1024;
const TAIL_UNITS = 32 * 1024;
/** Of an output with more bytes only the head is read: a private block may begin behind it, and hide the end. */
const SEARCHED_BYTES = 16 * 1024 * 1024;

/**
 * Returns an output, or the ends of a long one, without private blocks: a test's name taken from inside one would have
 * no tags to hide it. Anybody may write a path into a prompt, so only the client's own files are read:
 * `…/<session>/tasks/<task>.output`, or in older versions `…/claude/…/tasks/<task>.output` (also `claude-<uid>`).
 */
export function readTaskOutput(
  path = "",
  { id = "", sessionId }: { readonly id: string | undefined; readonly sessionId: string },
): string {
  const parts = partsOf(path);
  const isNamed = /^[\w-]+$/.test(id) && parts.at(-1) === `${id}.output` && parts.at(-2) === "tasks";
  const isOwn = parts.at(-3) === sessionId ||
    parts.slice(0, -3).some((part) => /^claude(?:-\d+)?$/.test(part));
  return isNamed && isOwn ? readEnds(path) : "";
}

/** Does the same for the output of a call, in the client's `…/<session>/tool-results/<name>.txt`. */
export function readSavedOutput(path: string, sessionId: string): string {
  const [session, folder, name = ""] = partsOf(path).slice(-3);
  const isOwn = session === sessionId && folder === "tool-results" && /^[\w-]+\.txt$/.test(name);
  return isOwn ? readEnds(path) : "";
}

function readEnds(path: string): string {
  return orUndefined(() => {
    if (!Deno.lstatSync(path).isFile) return "";
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    const bytes = bytesAt(file, 0, size > SEARCHED_BYTES ? HEAD_UNITS : size);
    const text = stripPrivateTags(new TextDecoder().decode(bytes));
    if (text.length <= HEAD_UNITS + TAIL_UNITS) return text;
    return `${text.slice(0, HEAD_UNITS)}\n${text.slice(-TAIL_UNITS)}`;
  }) ?? ""; // the client has deleted the file
}

/** Returns `[]` for a relative path, and for one with `..`. */
function partsOf(path: string): string[] {
  const parts = path.split(/[\\/]/);
  return isAbsolute(path) && !parts.includes("..") ? parts : [];
}
