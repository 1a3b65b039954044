import { provideAssets } from "../assets.ts";
import { bundleExecutable, compileExecutable } from "../compile.ts";
import { EXECUTABLES } from "../executables.ts";
import type { Layout } from "../layout.ts";
import type { CompileRuntime } from "../runtime.ts";
import { requireHeader } from "./header.ts";
import type { Target } from "./targets.ts";

/** Where a target's executables are made, and of what. */
export interface TargetBuild {
  readonly target: Target;
  readonly runtime: CompileRuntime;
  /** Below the root of the project. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Makes every executable in the folder, in the two steps of `build`; throws unless each is one for the target. */
export async function makeExecutables(layout: Layout, build: TargetBuild): Promise<void> {
  const { target, runtime, folder, say } = build;
  for (const row of EXECUTABLES) {
    const started = performance.now();
    const executable = { ...row, output: `${folder}/${row.name}${target.suffix}` };
    const bundle = await bundleExecutable(executable, layout);
    await provideAssets(executable.assets ?? [], layout);
    await compileExecutable(executable, bundle, { layout, runtime, target: target.triple });
    await requireHeader(`${layout.root}/${executable.output}`, target);
    say(`${executable.output}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}
