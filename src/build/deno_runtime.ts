import { statOrUndefined } from "./files.ts";
import { runDeno } from "./run_deno.ts";
import type { CompileRuntime } from "./runtime.ts";

const ANSWER_MS = 5_000;
const DOWNLOAD_MS = 600_000;

/** Where a probe may write, and whether an earlier one has already found that Deno cannot download. */
export interface Probe {
  readonly root: string;
  readonly scratch: string;
  readonly isKnownUnreachable: boolean;
}

/**
 * Deno's own runtime for a system, from its cache or downloaded by it now; undefined when its server cannot be reached.
 */
export async function denosOwnRuntime(
  probe: Probe,
  target: string = Deno.build.target,
): Promise<CompileRuntime | undefined> {
  const archive = `release/v${Deno.version.deno}/denort-${target}.zip`;
  if (await isCached(archive, probe.root)) return ownRuntime("from its cache");
  if (
    probe.isKnownUnreachable || !(await isServerReachable(archive)) || !(await canDownload(probe, target))
  ) {
    return undefined;
  }
  return ownRuntime("downloaded");
}

function ownRuntime(how: string): CompileRuntime {
  const { deno } = Deno.version;
  return { way: "deno", identity: `deno ${deno}`, description: `Deno ${deno}'s own, ${how}` };
}

async function isCached(archive: string, root: string): Promise<boolean> {
  const { stdout } = await runDeno(["info", "--json"], { cwd: root });
  const { denoDir } = JSON.parse(stdout) as { denoDir: string };
  return (await statOrUndefined(`${denoDir}/dl/${archive}`)) !== undefined;
}

/** Asked first because behind a firewall `deno compile` itself would wait for minutes. */
async function isServerReachable(archive: string): Promise<boolean> {
  try {
    const answer = await fetch(`https://dl.deno.land/${archive}`, {
      method: "HEAD",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok;
  } catch {
    return false; // whatever is wrong with the network, there is another way to try
  }
}

async function canDownload(probe: Probe, target: string): Promise<boolean> {
  const program = `${probe.root}/src/build/empty.ts`;
  const { success } = await runDeno(
    [
      ...["compile", "--quiet", "--no-check", "--no-code-cache", `--target=${target}`],
      ...["-o", `${probe.scratch}/probe`, program],
    ],
    { cwd: probe.root, deadlineMs: DOWNLOAD_MS },
  );
  return success;
}
