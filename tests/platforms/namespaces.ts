/**
 * Rooms in which another system's programs start: namespaces of users, mounts and processes. What is mounted there nobody
 * else sees, what is started there ends with it, and it takes no root.
 */
const UNSHARE = [
  "unshare",
  ...["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"],
];

const WINE = "/usr/lib/wine";
const QEMU = "/usr/bin/qemu-aarch64-static";

/**
 * The environment in which Wine starts a program, before the program's own. Without a language with UTF-8 it takes file names
 * for ASCII; its windows have no screen to complain about.
 */
export const WINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: `${WINE}:/usr/bin:/bin`,
  HOME: "/root",
  XDG_RUNTIME_DIR: "/tmp",
  LANG: "C.UTF-8",
  WINEDEBUG: "-all",
};
const WINE_WORDS = Object.entries(WINE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`).join(" ");

/** The disk C:, below the folder of a run. */
export const WINDOWS_DISK = "root/root/.wine/drive_c";

/** Has QEMU start what begins as a program for arm64. */
const BINFMT = ":arm64:M::" +
  String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:` +
  String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:${QEMU}:F`;

/** Mounts what is in a folder at another one, where writing does not change it. */
function mountCopy(folder: string, at: string, name: string): string {
  return `mkdir -p "$1/upper-${name}" "$1/work-${name}" "${at}"
mount -t overlay overlay -o "lowerdir=${folder},upperdir=$1/upper-${name},workdir=$1/work-${name},userxattr" "${at}"`;
}

/** What a room is made of: shell scripts, whose parameters are all that differs. */
const ROOMS = {
  /** `$1`, a Debian with Wine, gets a profile of its user. */
  "wine-profile": `mount --rbind /dev "$1/dev"; mount --rbind /proc "$1/proc"
exec chroot "$1" env -i ${WINE_WORDS} sh -c "wine64 wineboot -i; wineserver64 -w"`,
  /**
   * `$1/root` is the Debian `$2`. Wine is started beforehand and stays: Windows
   * would begin anew with every program, and what begins with the first one keeps that one's output open. `$3`, Deno's
   * cache, is `C:\deno`.
   */
  windows: `${mountCopy("$2", "$1/root", "debian")}
mount --rbind /dev "$1/root/dev"; mount --rbind /proc "$1/root/proc"
chroot "$1/root" env -i ${WINE_WORDS} sh -c "wineserver64 -p; wine64 wineboot" > /dev/null 2>&1
${mountCopy("$3", `$1/${WINDOWS_DISK}/deno`, "deno")}
shift 3; exec "$@"`,
  /**
   * The kernel has QEMU start programs for arm64, and they find their loader and libraries where they look for them. Children
   * with an empty environment find them, too, which a variable for QEMU would not have reached. `$2` holds those libraries;
   * `$3`, Deno's cache, is `$1/deno`.
   */
  arm64: `${mountCopy("/usr/lib", "/usr/lib", "lib")}
ln -sfn "$2/lib/ld-linux-aarch64.so.1" /usr/lib/ld-linux-aarch64.so.1
ln -sfn "$2/lib" /usr/lib/aarch64-linux-gnu
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
printf %s '${BINFMT}' > /proc/sys/fs/binfmt_misc/register
${mountCopy("$3", "$1/deno", "deno")}
shift 3; exec "$@"`,
  /** Another user cannot take away what an overlay leaves. */
  remove: `exec rm -rf "$1"`,
} as const;

/** The words that run the room's script with these parameters. */
export function roomWords(room: keyof typeof ROOMS, parameters: readonly string[]): string[] {
  return [...UNSHARE, "sh", "-ec", ROOMS[room], "sh", ...parameters];
}

/** A system whose programs can be run here. */
export type SystemName = "windows" | "arm64";

/** Debian's cross compiler for arm64 brings the C library that programs for arm64 take from their system. */
export const ARM64_LIBRARIES = "/usr/aarch64-linux-gnu";

/** The one line that says why the system's programs cannot be run on this machine; undefined where they can. */
export async function whyNoRoom(system: SystemName): Promise<string | undefined> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return `this is ${os} on ${arch}, and it takes Linux on x86_64`;
  const trial = system === "arm64" ? "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc" : "true";
  const refused = await complaintOf([...UNSHARE, "sh", "-ec", trial]);
  if (refused !== undefined) return `no namespace can be had for it (${refused})`;
  if (system === "windows") return undefined;
  const found = await complaintOf([QEMU, "--version"]) ?? await complaintOf(["ls", `${ARM64_LIBRARIES}/lib`]);
  return found === undefined
    ? undefined
    : `it takes the packages qemu-user-static, libc6-arm64-cross and libgcc-s1-arm64-cross (${found})`;
}

/** The last line of what the program complains about; undefined where it succeeds. */
export async function complaintOf([program = "", ...args]: readonly string[]): Promise<string | undefined> {
  try {
    const run = await new Deno.Command(program, { args, stdin: "null" }).output();
    if (run.success) return undefined;
    return new TextDecoder().decode(run.stderr).trim().split("\n").at(-1) || `${program} fails`;
  } catch {
    return `${program} is not installed`;
  }
}
