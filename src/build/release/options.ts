import { parseArgs } from "node:util";
import { BuildError } from "../build_error.ts";
import { type Target, TARGETS } from "./targets.ts";

/** What a release is to be. */
export interface ReleaseOptions {
  readonly target: Target;
  readonly version: string;
  /** From any verified runtime, for tests: never to be published. */
  readonly isTestRuntime: boolean;
  /** Makes the folder and no archive, to look at or to compare. */
  readonly isUnpacked: boolean;
  /** Where archives go; `undefined` for build/release. */
  readonly out: string | undefined;
}

/** What is known where the release is made. */
export interface Surroundings {
  /** The version of the sources. */
  readonly version: string;
  /** Of this machine, as `deno compile` calls it. */
  readonly triple: string;
  readonly denortBin: string | undefined;
}

/** The options of `deno task release`. Throws, in one line, for what can be refused before anything is built. */
export function parseRelease(args: readonly string[], here: Surroundings): ReleaseOptions {
  const { target: name, version, out, unpacked, "test-runtime": test } = parseWords(args);
  const isTestRuntime = test === true;
  const target = TARGETS.find((row) => row.name === name);
  if (target === undefined) {
    const known = TARGETS.map((row) => row.name).join(", ");
    const asked = name === undefined ? "no --target was given" : `there is no target "${name}"`;
    throw new BuildError(`Cannot release: ${asked}; choose from ${known}`);
  }
  if (version !== here.version) {
    const asked = version === undefined ? "no --version was given" : `--version says ${version}`;
    throw new BuildError(
      `Cannot release: ${asked} and src/core/version.ts says ${here.version}; give --version ${here.version}, ` +
        "or change the version in the sources",
    );
  }
  if (isTestRuntime && target.triple !== here.triple) {
    throw new BuildError(
      `Cannot release ${target.name} with --test-runtime: this machine is ${here.triple}, and a runtime for tests ` +
        "is of this machine; leave --test-runtime away",
    );
  }
  if (!isTestRuntime && (here.denortBin ?? "") !== "") {
    throw new BuildError(
      `Cannot release with DENORT_BIN="${here.denortBin}": a release holds Deno's own runtime; unset DENORT_BIN, ` +
        "or make an archive for tests with --test-runtime",
    );
  }
  return { target, version, isTestRuntime, isUnpacked: unpacked === true, out };
}

/** The name of the archive's folder, and of the archive without its ending. */
export function releaseName({ target, version, isTestRuntime }: ReleaseOptions): string {
  return `mneme-${version}-${target.name}${isTestRuntime ? "-test-runtime" : ""}`;
}

function parseWords(args: readonly string[]) {
  const options = {
    target: { type: "string" },
    version: { type: "string" },
    out: { type: "string" },
    unpacked: { type: "boolean" },
    "test-runtime": { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const [complaint = ""] = (error as Error).message.split(". ");
    throw new BuildError(
      `Cannot release: ${complaint}; try deno task release --target linux-x64 --version V`,
    );
  }
}
