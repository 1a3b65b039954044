import { isAbsolute } from "./paths.ts";
import { bytesAt } from "./files.ts";
import { holdsPrivateTag } from "../privacy/private_tags.ts";

/** So much is read of a long output: the summary of a run stands at its end. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 32 * 1024;
/** The part between them is only searched for private tags: so much of it, in blocks that overlap by a tag's start. */
const SEARCHED_BYTES = 16 * 1024 * 1024;
const BLOCK_BYTES = 256 * 1024;
const OVERLAP_BYTES = 128;

/**
 * Head and tail of a background task's output; the head alone where the tail may lie in a private block that begins
 * between them. Empty when the path is not one where the client puts such files, or nothing can be read there. The path
 * comes from a prompt, which anybody may have written.
 */
export function readTaskOutput(
  path: string,
  task: { readonly id: string; readonly sessionId: string },
): string {
  return isTaskOutput(path, task) ? readEnds(path) : "";
}

/** The same of a call's output that was too long for the client's answer, which holds its beginning. */
export function readSavedOutput(path: string, sessionId: string): string {
  return isSavedOutput(path, sessionId) ? readEnds(path) : "";
}

function readEnds(path: string): string {
  try {
    if (!Deno.lstatSync(path).isFile) return "";
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    if (size <= HEAD_BYTES + TAIL_BYTES) return readAt(file, 0, size);
    const head = readAt(file, 0, HEAD_BYTES);
    const tailAt = size - TAIL_BYTES;
    return mayHoldTag(file, tailAt) ? head : `${head}\n${readAt(file, tailAt, TAIL_BYTES)}`;
  } catch {
    return ""; // the client has cleared it away
  }
}

/** `<temporary folder>/claude…/<project>/<session>/tasks/<task>.output`. */
function isTaskOutput(path: string, { id, sessionId }: { id: string; sessionId: string }): boolean {
  const parts = partsOf(path);
  if (!/^[\w-]+$/.test(id) || parts.at(-1) !== `${id}.output` || parts.at(-2) !== "tasks") return false;
  return parts.at(-3) === sessionId || parts.slice(0, -3).some((part) => /^claude(?:-\d+)?$/.test(part));
}

/** `<configuration folder>/projects/<project>/<session>/tool-results/<name>.txt`. */
function isSavedOutput(path: string, sessionId: string): boolean {
  const parts = partsOf(path);
  return /^[\w-]+\.txt$/.test(parts.at(-1) ?? "") && parts.at(-2) === "tool-results" &&
    parts.at(-3) === sessionId;
}

/** The parts of an absolute path that leads straight to its end; else none. */
function partsOf(path: string): string[] {
  const parts = path.split(/[\\/]/);
  return isAbsolute(path) && !parts.includes("..") ? parts : [];
}

/** True when a private tag may begin between the head and `end`; what is too long to be searched may hold one. */
function mayHoldTag(file: Deno.FsFile, end: number): boolean {
  if (end - HEAD_BYTES > SEARCHED_BYTES) return true;
  for (let at = HEAD_BYTES - OVERLAP_BYTES; at < end; at += BLOCK_BYTES) {
    const length = Math.min(BLOCK_BYTES, end - at) + OVERLAP_BYTES;
    if (holdsPrivateTag(readAt(file, at, length))) return true;
  }
  return false;
}

function readAt(file: Deno.FsFile, offset: number, length: number): string {
  return new TextDecoder().decode(bytesAt(file, offset, length));
}
