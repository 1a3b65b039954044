// Reads the output of a background task, or of a call, from the file in which the client has put it.
import { orUndefined } from "../base/or_undefined.ts";
import { isAbsolute } from "./paths.ts";
import { bytesAt } from "./files.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";

/** The bytes that are read at each end of a long output; the end has the summary of a test run. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 32 * 1024;
const SEARCHED_BYTES = 16 * 1024 * 1024; // a longer output is not searched for private tags
const TAG_BYTES = 128; // more than an opening tag has, of which a part may be in the head or the tail

/**
 * Returns an output, or the ends of a long one, without private blocks: a test's name that is taken from one
 * would no longer show that it is private. Anybody may write a path into a prompt, so the result is `""` for all
 * but the client's own: `…/<session>/tasks/<task>.output`, or `/tmp/claude-<uid>/<project>/tasks/<task>.output` of
 * Claude Code before it named the session there.
 */
export function readTaskOutput(
  path = "",
  { id = "", sessionId }: { readonly id: string | undefined; readonly sessionId: string },
): string {
  const parts = partsOf(path);
  const isNamed = /^[\w-]+$/.test(id) && parts.at(-1) === `${id}.output` && parts.at(-2) === "tasks";
  const isOwn = parts.at(-3) === sessionId ||
    parts.slice(0, -3).some((part) => /^claude(?:-\d+)?$/.test(part));
  return isNamed && isOwn ? stripPrivateTags(readEnds(path)) : "";
}

/** Does the same for the output of a call, in the client's `…/<session>/tool-results/<name>.txt`. */
export function readSavedOutput(path: string, sessionId: string): string {
  const [session, folder, name = ""] = partsOf(path).slice(-3);
  const isOwn = session === sessionId && folder === "tool-results" && /^[\w-]+\.txt$/.test(name);
  return isOwn ? stripPrivateTags(readEnds(path)) : "";
}

function readEnds(path: string): string {
  return orUndefined(() => {
    if (!Deno.lstatSync(path).isFile) return "";
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    if (size <= HEAD_BYTES + TAIL_BYTES) return readAt(file, 0, size);
    const head = readAt(file, 0, HEAD_BYTES);
    const tailAt = size - TAIL_BYTES;
    if (tailAt > SEARCHED_BYTES) return head; // a private block may begin in the middle, and hide the tail
    const middle = readAt(file, HEAD_BYTES - TAG_BYTES, tailAt - HEAD_BYTES + 2 * TAG_BYTES);
    return stripPrivateTags(middle) === middle ? `${head}\n${readAt(file, tailAt, TAIL_BYTES)}` : head;
  }) ?? ""; // deleted by the client
}

/** Returns `[]` for a relative path, and for one with `..`. */
function partsOf(path: string): string[] {
  const parts = path.split(/[\\/]/);
  return isAbsolute(path) && !parts.includes("..") ? parts : [];
}

function readAt(file: Deno.FsFile, offset: number, length: number): string {
  return new TextDecoder().decode(bytesAt(file, offset, length));
}
