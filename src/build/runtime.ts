import { BuildError } from "./build_error.ts";
import { statOrUndefined } from "./files.ts";

/** The program that `deno compile` puts in front of every executable. */
export interface CompileRuntime {
  readonly way: "named" | "deno" | "recovered";
  /** Where it lies; undefined when Deno itself knows. */
  readonly path?: string;
  /** Differs whenever executables made from it may differ. */
  readonly identity: string;
  /** For the line that says which one was taken. */
  readonly description: string;
}

/** One way to a runtime: undefined when it leads nowhere here; throws when it should have and did not. */
export type RuntimeWay = () => Promise<CompileRuntime | undefined>;

/** The end of every error about a missing runtime. */
export const THREE_WAYS =
  "set DENORT_BIN to a denort executable, or let Deno download its own (dl.deno.land), " +
  "or on Linux x86-64 reach the npm registry with npm installed";

/** The runtime of the first way that leads to one; later ways are not tried. */
export async function findRuntime(ways: readonly RuntimeWay[]): Promise<CompileRuntime> {
  for (const way of ways) {
    const runtime = await way();
    if (runtime !== undefined) return runtime;
  }
  throw new BuildError(`Cannot compile: no runtime for this system was found; ${THREE_WAYS}`);
}

/** The runtime that DENORT_BIN names, used as it is. */
export async function namedRuntime(path: string | undefined): Promise<CompileRuntime | undefined> {
  if (path === undefined || path === "") return undefined;
  const file = await statOrUndefined(path);
  if (file === undefined || !file.isFile) throw unusable(path, "there is no such file");
  const isExecutable = Deno.build.os === "windows" || ((file.mode ?? 0) & 0o111) !== 0; // Windows has no such modes
  if (!isExecutable) throw unusable(path, "it is not executable");
  return {
    way: "named",
    path,
    identity: `named ${file.size} ${file.mtime?.getTime() ?? 0}`,
    description: `${path} (DENORT_BIN)`,
  };
}

function unusable(path: string, why: string): BuildError {
  return new BuildError(
    `Cannot use DENORT_BIN="${path}": ${why}; name the denort of Deno ${Deno.version.deno}, or unset it`,
  );
}
