import { mayHoldLongTag } from "../core/privacy/tag_hint.ts";

/** Of a long output; the summary of a run stands at its end. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 32 * 1024;
/** What lies between them is only searched for private tags: so much of it, in blocks that overlap by a tag's start. */
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

/** The same of what a call printed that was too long for the client's answer, of which that holds the beginning. */
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

/** Of an absolute path that leads straight to its end; else none. */
function partsOf(path: string): string[] {
  const parts = path.split(/[\\/]/);
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !parts.includes("..") ? parts : [];
}

/** Whether a private tag may begin between the head and `end`; what is too long to be searched may hold one. */
function mayHoldTag(file: Deno.FsFile, end: number): boolean {
  if (end - HEAD_BYTES > SEARCHED_BYTES) return true;
  for (let at = HEAD_BYTES - OVERLAP_BYTES; at < end; at += BLOCK_BYTES) {
    const length = Math.min(BLOCK_BYTES, end - at) + OVERLAP_BYTES;
    if (mayHoldLongTag(readAt(file, at, length))) return true;
  }
  return false;
}

function readAt(file: Deno.FsFile, offset: number, length: number): string {
  file.seekSync(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  let count = 0;
  while (count < length) {
    const read = file.readSync(bytes.subarray(count));
    if (read === null) break;
    count += read;
  }
  return new TextDecoder().decode(bytes.subarray(0, count));
}
