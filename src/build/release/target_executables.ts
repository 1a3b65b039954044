import { provideAssets } from "../assets.ts";
import { bundleProgram, compileProgram } from "../compile.ts";
import { EXECUTABLES } from "../executables.ts";
import type { Layout } from "../layout.ts";
import { programsOf } from "../programs.ts";
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
  const rows = EXECUTABLES.map((row) => ({ ...row, output: `${folder}/${row.name}${target.suffix}` }));
  for (const program of programsOf(rows)) {
    const started = performance.now();
    const bundle = await bundleProgram(program, layout);
    await provideAssets(program.members.flatMap((one) => one.assets ?? []), layout);
    await compileProgram(program, bundle, { layout, runtime, target: target.triple });
    for (const { output } of program.members) await requireHeader(`${layout.root}/${output}`, target);
    const outputs = program.members.map(({ output }) => output).join(" ");
    say(`${outputs}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}
