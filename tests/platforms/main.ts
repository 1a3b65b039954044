/**
 * Tests mneme on another system than this one, by an emulator: `windows` or `arm64`. Ends with 0 where that cannot be had
 * here, and says why.
 */
import { BuildError, runDeno } from "../../src/build/run_deno.ts";
import { cacheFolder } from "../../src/build/runtime.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { UnreachableError } from "../_support/npm_package.ts";
import { ARM64_LIBRARIES, roomWords, type SystemName, whyNoRoom } from "./namespaces.ts";
import { PIECES, setUp } from "./setup.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const [system, only, ...paths] = Deno.args;
if ((system !== "windows" && system !== "arm64") || !/^(?:session|unit|)$/.test(only ?? "")) {
  console.error("usage: deno run -A tests/platforms/main.ts windows|arm64 [session|unit [PATH…]]");
  Deno.exit(2);
}
Deno.exit(await test(system));

async function test(system: SystemName): Promise<number> {
  const why = await whyNoRoom(system);
  if (why !== undefined) return skip(system, why);
  const cache = cacheFolder("mneme-test");
  try {
    await setUp(cache, Object.values(PIECES[system]), console.log);
  } catch (error) {
    if (error instanceof UnreachableError) return skip(system, error.message);
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    return 1;
  }
  const parts = ["session", "unit"].filter((part) => (only ?? part) === part);
  const codes = await Promise.all(parts.map((part) => runPart(part, system, cache)));
  return Math.max(...codes);
}

/** Each part has a room of its own, so that nothing of the other one is in its way. */
async function runPart(part: string, system: SystemName, cache: string): Promise<number> {
  const work = await Deno.makeTempDir({ prefix: `mneme-${system}-` });
  try {
    const foreign = system === "windows" ? `${cache}/${PIECES.windows.root.name}` : ARM64_LIBRARIES;
    const inside = ["run", "-A", "--frozen", `tests/platforms/${part}_inside.ts`];
    const words = [Deno.execPath(), ...inside, system, work, cache, ...paths];
    return await runWords(roomWords(system, [work, foreign, await denosCache(system), ...words]));
  } finally {
    await runWords(roomWords("remove", [work]));
  }
}

/** Deno's cache with every package that a test needs on the system, which may not trust this one's registry. */
async function denosCache(system: SystemName): Promise<string> {
  const target = { windows: ["--os=win32", "--arch=x64"], arm64: ["--os=linux", "--arch=arm64"] }[system];
  await runDeno(["install", "--frozen", ...target], { cwd: PROJECT_ROOT });
  return JSON.parse((await runDeno(["info", "--json"], { cwd: PROJECT_ROOT })).stdout).denoDir;
}

/** Runs the words to the end. Who ends this ends them first: what runs in a room does not hear a terminal. */
async function runWords([program = "", ...args]: readonly string[]): Promise<number> {
  const child = new Deno.Command(program, { args, cwd: PROJECT_ROOT, stdin: "null" }).spawn();
  const end = () => child.kill("SIGKILL");
  for (const signal of SIGNALS) Deno.addSignalListener(signal, end);
  const { code } = await child.status;
  for (const signal of SIGNALS) Deno.removeSignalListener(signal, end);
  return code;
}

function skip(system: SystemName, why: string): number {
  console.log(`skipped: ${system} cannot be tested here: ${why}`);
  return 0;
}
