import { BuildError } from "../build_error.ts";
import { denosOwnRuntime } from "../deno_runtime.ts";
import type { Layout } from "../layout.ts";
import { provideRuntime } from "../provision.ts";
import type { CompileRuntime } from "../runtime.ts";
import type { ReleaseOptions } from "./options.ts";

/** The runtime that the release is made of: Deno's own for the target, or for tests any that was verified. */
export async function targetRuntime(options: ReleaseOptions, layout: Layout): Promise<CompileRuntime> {
  if (options.isTestRuntime) return await provideRuntime(layout);
  const { triple } = options.target;
  const probe = { root: layout.root, scratch: layout.out, isKnownUnreachable: false };
  const own = await denosOwnRuntime(probe, triple);
  if (own !== undefined) return own;
  throw new BuildError(
    `Cannot release ${options.target.name}: the runtime denort-${triple} of Deno ${Deno.version.deno} is missing, and ` +
      "dl.deno.land cannot be reached; connect to the network and run it again",
  );
}
