// The systems of releases, and the options of `deno task release`.
import { parseArgs } from "node:util";
import { BuildError } from "./run_deno.ts";
import table from "./targets.json" with { type: "json" };

export interface Target {
  readonly name: string;
  readonly triple: string;
  /** The archive's suffix. The system opens such archives without further programs. */
  readonly ending: ".tar.xz" | ".zip";
  /** The fields by which npm knows the package for this system. */
  readonly npm: Readonly<Record<string, readonly string[]>>;
}

export const TARGETS = table as readonly Target[];

export type ReleaseOptions = Readonly<ReturnType<typeof parseRelease>>;

/** The version of the sources; the target triple and `DENORT_BIN` of the building machine. */
export type BuildMachine = Readonly<Record<"version" | "triple", string> & { denortBin: string | undefined }>;

const OPTIONS = {
  target: { type: "string" },
  version: { type: "string" },
  out: { type: "string" },
  unpacked: { type: "boolean" }, // makes only the archive's folder: no archive, no npm package
  /** Makes an archive for tests only, with any runtime of this machine. */
  "test-runtime": { type: "boolean" },
} as const;

export function parseRelease(args: readonly string[], here: BuildMachine) {
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
    const why =
      `Cannot release ${target.name} with --test-runtime: this machine is ${here.triple}, and a test archive`;
    throw new BuildError(`${why} can only be built for the machine that builds it; leave out --test-runtime`);
  }
  if (!isTestRuntime && here.denortBin) {
    const why = `Cannot release with DENORT_BIN="${here.denortBin}": a release holds Deno's own runtime`;
    throw new BuildError(`${why}; unset it, or make an archive for tests with --test-runtime`);
  }
  return { target, version, isTestRuntime, isUnpacked: unpacked, out };
}

/** Returns the name of the archive without its suffix, which is also the name of its folder. */
export function releaseName({ target, version, isTestRuntime }: ReleaseOptions): string {
  return `mneme-${version}-${target.name}${isTestRuntime ? "-test-runtime" : ""}`;
}
