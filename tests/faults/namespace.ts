const SHELL = Deno.uid() === 0 ? ["unshare", "-m"] : ["unshare", "-rm"];

const READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
const FULL = 'mount -t tmpfs -o size=4m none "$0" && cp -a "$0.saved/." "$0/" || exit 9; ' +
  'dd if=/dev/zero of="$0/filler" bs=4k 2>/dev/null; truncate -s -"$1"k "$0/filler"; shift; ' +
  '"$@"; code=$?; sleep 0.5; ' +
  'rm "$0/filler" && cp -a "$0/." "$0.after/"; exit $code';

/** Words that run a program where `path` cannot be written to; the mount ends with the program. */
export function readOnly(path: string): string[] {
  return [...SHELL, "sh", "-c", READ_ONLY, path];
}

/**
 * Words that run a program with `folder` on a disk that is full, but for so many KB: from `folder.saved`, and back into
 * `folder.after`.
 */
export function fullDisk(folder: string, leftKb: number = 0): string[] {
  return [...SHELL, "sh", "-c", FULL, folder, String(leftKb)];
}

/** Words that run a program with `folder` on a disk of so many KB, and then print the names in it as the last line. */
export function smallDisk(folder: string, size: number): string[] {
  const script =
    `mount -t tmpfs -o size=${size}k none "$0" || exit 9; "$@"; code=$?; ls -A "$0" | xargs; exit $code`;
  return [...SHELL, "sh", "-c", script, folder];
}

/** Words that run a program whose files cannot grow over `blocks` of 512 bytes. */
export function fileSizeLimit(blocks: number): string[] {
  return ["sh", "-c", `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`];
}

/** Words that run a program with its streams redirected, such as `>&-`. */
export function withStreams(redirection: string): string[] {
  return ["sh", "-c", `exec "$0" "$@" ${redirection}`];
}

/** Words that run a program that may have so many files open at once. */
export function openFileLimit(count: number): string[] {
  return ["sh", "-c", `ulimit -n ${count}; exec "$0" "$@"`];
}

/** Whether this machine lets us mount in a namespace of our own. */
export function canMount(): boolean {
  const folder = Deno.makeTempDirSync();
  try {
    const [program = "", ...args] = [...readOnly(folder), "sh", "-c", 'mount -t tmpfs none "$0"', folder];
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  } finally {
    Deno.removeSync(folder);
  }
}
