import { parseArgs } from "node:util";
import { BuildError } from "./run_deno.ts";

/** A system that releases are made for. */
export interface Target {
  /** The name that users, archives and the installer have for it. */
  readonly name: string;
  /** The name that `deno compile` has for it. */
  readonly triple: string;
  /** Of an archive that its users can open with what they have. */
  readonly ending: ".tar.xz" | ".zip";
}

/** Every system for which `deno task release` makes an archive. */
export const TARGETS: readonly Target[] = [
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", ending: ".tar.xz" },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", ending: ".tar.xz" },
  { name: "macos-x64", triple: "x86_64-apple-darwin", ending: ".tar.xz" },
  { name: "macos-arm64", triple: "aarch64-apple-darwin", ending: ".tar.xz" },
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", ending: ".zip" },
];

/** Says what a release is to be. */
export interface ReleaseOptions {
  readonly target: Target;
  readonly version: string;
  /** From any verified runtime, for tests: never to be published. */
  readonly isTestRuntime: boolean;
  /** Makes the folder and no archive, to look at or to compare. */
  readonly isUnpacked: boolean;
  /** The folder for archives; `undefined` for build/release. */
  readonly out: string | undefined;
}

/** Holds what is known where the release is made. */
export interface Surroundings {
  /** The version of the sources. */
  readonly version: string;
  /** Of this machine, as `deno compile` calls it. */
  readonly triple: string;
  readonly denortBin: string | undefined;
}

const OPTIONS = {
  target: { type: "string" },
  version: { type: "string" },
  out: { type: "string" },
  unpacked: { type: "boolean" },
  "test-runtime": { type: "boolean" },
} as const;

/** The options of `deno task release`. Throws, in one line, for what can be refused before anything is built. */
export function parseRelease(args: readonly string[], here: Surroundings): ReleaseOptions {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { target: name, version, out, unpacked = false, "test-runtime": isTestRuntime = false } = values;
  const target = TARGETS.find((row) => row.name === name);
  if (target === undefined) {
    const known = TARGETS.map((row) => row.name).join(", ");
    throw new BuildError(`Cannot release: --target is ${name ?? "not given"}; choose from ${known}`);
  }
  if (version !== here.version) {
    const says = `--version is ${version ?? "not given"} and src/base/version.ts says ${here.version}`;
    throw new BuildError(`Cannot release: ${says}; give the version of the sources, or change it there`);
  }
  if (isTestRuntime && target.triple !== here.triple) {
    const why = `this machine is ${here.triple}, and a runtime for tests is of this machine`;
    throw new BuildError(
      `Cannot release ${target.name} with --test-runtime: ${why}; leave --test-runtime away`,
    );
  }
  if (!isTestRuntime && here.denortBin) {
    const why = `Cannot release with DENORT_BIN="${here.denortBin}": a release holds Deno's own runtime`;
    throw new BuildError(`${why}; unset it, or make an archive for tests with --test-runtime`);
  }
  return { target, version, isTestRuntime, isUnpacked: unpacked, out };
}

/** The name of the archive's folder, and of the archive without its ending. */
export function releaseName({ target, version, isTestRuntime }: ReleaseOptions): string {
  return `mneme-${version}-${target.name}${isTestRuntime ? "-test-runtime" : ""}`;
}
