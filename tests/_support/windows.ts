import { assertEquals } from "./assert.ts";

export const isWindows = Deno.build.os === "windows";

/** What Windows has not, or not for everybody. */
const MISSING = {
  modes: "files have no bits that say who may do what",
  pipes: "no pipe has a name in a folder",
  devices: "no device has a name in a folder",
  links: "a symbolic link takes a right of its own, and one to nothing a type",
  scripts: "there is no sh, and no file is started for its first line",
  renames: "a file that somebody has open cannot be renamed",
  groups: "processes have no group",
  zones: "the time zone is the system's, whatever TZ says",
} as const;

/** Registers a test of what Windows has not: it is ignored there. */
export function notOnWindows(
  _missing: keyof typeof MISSING,
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  Deno.test({ name, ignore: isWindows, fn });
}

/** Declares such tests that each have a home of this kind to themselves. */
export function onlyWith<T extends Disposable>(missing: keyof typeof MISSING, Home: new () => T) {
  return {
    test(name: string, work: (home: T) => void | Promise<void>): void {
      notOnWindows(missing, name, async () => {
        using home = new Home();
        await work(home);
      });
    },
  };
}

/** Asserts who may do what with a file, where the system keeps that. */
export function assertMode(path: string, mode: number): void {
  if (!isWindows) assertEquals((Deno.statSync(path).mode ?? 0) & 0o7777, mode);
}

/** A text as it would be on another system: the slashes of paths and the names of programs. */
export function asElsewhere(text: string): string {
  return isWindows ? text.replaceAll("\\", "/").replaceAll(".exe", "") : text;
}
