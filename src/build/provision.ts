import { denosOwnRuntime } from "./deno_runtime.ts";
import type { Layout } from "./layout.ts";
import { readNote, writeNote } from "./notes.ts";
import { recoveredRuntime } from "./recovered_runtime.ts";
import { type CompileRuntime, findRuntime, namedRuntime } from "./runtime.ts";

/** That the server could not be reached, and what was verified: so that neither is done at every build. */
interface RuntimeNote {
  readonly denoVersion: string;
  readonly verified: string;
}

/** The runtime for this machine: DENORT_BIN, else Deno's own, else recovered from npm. */
export async function provideRuntime(layout: Layout): Promise<CompileRuntime> {
  const note = await readNote<RuntimeNote>(layout.runtime);
  const isNoteOurs = note?.denoVersion === Deno.version.deno;
  const probe = { root: layout.root, scratch: layout.out, isKnownUnreachable: isNoteOurs };
  return await findRuntime([
    () => namedRuntime(Deno.env.get("DENORT_BIN")),
    () => denosOwnRuntime(probe),
    () => recoverAndNote(layout, isNoteOurs ? note.verified : undefined),
  ]);
}

async function recoverAndNote(
  layout: Layout,
  verified: string | undefined,
): Promise<CompileRuntime | undefined> {
  const denoVersion = Deno.version.deno;
  const runtime = await recoveredRuntime(
    { folder: `${userCache()}/mneme-build`, verified },
    { os: Deno.build.os, arch: Deno.build.arch, denoVersion },
  );
  if (runtime !== undefined) writeNote(layout.runtime, { denoVersion, verified: runtime.verified });
  return runtime;
}

function userCache(): string {
  return Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? Deno.cwd()}/.cache`;
}
