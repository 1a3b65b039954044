/** Of a long output; the summary of a run stands at its end. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 32 * 1024;

/**
 * Head and tail of a background task's output; empty when the path is not one where the client puts such files, or
 * nothing can be read there. The path comes from a prompt, which anybody may have written.
 */
export function readTaskOutput(
  path: string,
  task: { readonly id: string; readonly sessionId: string },
): string {
  if (!isTaskOutput(path, task)) return "";
  try {
    if (!Deno.lstatSync(path).isFile) return "";
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    if (size <= HEAD_BYTES + TAIL_BYTES) return readAt(file, 0, size);
    return `${readAt(file, 0, HEAD_BYTES)}\n${readAt(file, size - TAIL_BYTES, TAIL_BYTES)}`;
  } catch {
    return ""; // the client has cleared it away
  }
}

/** `<temporary folder>/claude…/<project>/<session>/tasks/<task>.output`. */
function isTaskOutput(path: string, { id, sessionId }: { id: string; sessionId: string }): boolean {
  const parts = path.split(/[\\/]/);
  if (!/^[\w-]+$/.test(id) || parts.at(-1) !== `${id}.output` || parts.at(-2) !== "tasks") return false;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path) || parts.includes("..")) return false;
  return parts.at(-3) === sessionId || parts.slice(0, -3).some((part) => /^claude(?:-\d+)?$/.test(part));
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
