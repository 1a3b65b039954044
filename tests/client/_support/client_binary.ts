import { requireDigest } from "../../../src/build/files.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";

const CLIENT_VERSION = "2.1.328";
const PACKAGE = "@anthropic-ai/claude-code-linux-x64";
const TARBALL_SHA256 = "07720965fa82398410797c7086410d039c03582a3bce82e2674a7fa8fb93edcb";
const DOWNLOAD_MS = 300_000;

/** Names a client that is there already; it is taken as it is. */
const CHOICE = "MNEME_TEST_CLIENT";

/** Where the real client lies, or why there is none on this machine. */
type FoundClient = { readonly path: string } | { readonly missing: string };

/**
 * The pinned client, fetched once into the user's cache folder. Missing only where it cannot be had; bytes other
 * than the pinned ones are an error.
 */
async function findClient(): Promise<FoundClient> {
  const chosen = Deno.env.get(CHOICE);
  if (chosen) return await isFile(chosen) ? { path: chosen } : absentChoice(chosen);
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return { missing: `none is pinned for ${os} on ${arch}` };
  const cache = cacheFolder();
  if (cache === undefined) return { missing: "neither XDG_CACHE_HOME nor HOME names a folder to keep it in" };
  const path = `${cache}/${CLIENT_VERSION}/claude`;
  if (await isFile(path)) return { path };
  await Deno.mkdir(cache, { recursive: true });
  const work = await Deno.makeTempDir({ dir: cache, prefix: "fetch-" });
  try {
    const failure = await npmPack(work);
    if (failure !== undefined) return { missing: failure };
    await unpackInto(`${cache}/${CLIENT_VERSION}`, work);
    return { path };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

function cacheFolder(): string | undefined {
  const home = Deno.env.get("HOME");
  const base = Deno.env.get("XDG_CACHE_HOME") || (home ? `${home}/.cache` : undefined);
  return base === undefined ? undefined : `${base}/mneme-build/client`;
}

/** What went wrong, if anything. */
async function npmPack(folder: string): Promise<string | undefined> {
  const spec = `${PACKAGE}@${CLIENT_VERSION}`;
  // A registry that does not answer is found out in seconds; npm pack would wait for minutes.
  const probe = ["view", spec, "version", "--fetch-timeout=10000", "--fetch-retries=1"];
  return await runNpm([...probe, "--fetch-retry-mintimeout=500"], folder) ??
    await runNpm(["pack", spec, "--ignore-scripts"], folder);
}

/** What npm has to complain about, if anything. */
export async function runNpm(args: readonly string[], folder: string): Promise<string | undefined> {
  try {
    const { success, stderr } = await new Deno.Command("npm", {
      args: [...args, "--loglevel=error"],
      cwd: folder,
      stdin: "null",
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    }).output();
    return success ? undefined : `npm ${args[0]} failed (${complaint(stderr)})`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "npm is not installed";
    throw error;
  }
}

/** Only a whole, verified client gets its final name; another run that was faster keeps its own. */
async function unpackInto(target: string, work: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(work), ({ name }) => name);
  const tarball = `${work}/${names.find((name) => name.endsWith(".tgz"))}`;
  requireDigest({
    subject: `${PACKAGE}@${CLIENT_VERSION}`,
    algorithm: "SHA-256",
    digest: TARBALL_SHA256,
    remedy: "find out who serves other bytes under this version",
  }, await Deno.readFile(tarball));
  const { success, stderr } = await new Deno.Command("tar", { args: ["-xzf", tarball], cwd: work }).output();
  if (!success) throw new Error(`Cannot unpack ${tarball}: ${complaint(stderr)}; see if the disk is full`);
  try {
    await Deno.rename(`${work}/package`, target);
  } catch (error) {
    if (!await isFile(`${target}/claude`)) throw error;
  }
}

function absentChoice(path: string): never {
  throw new Error(`Cannot use the client "${path}": it is no file; unset ${CHOICE} to fetch the pinned one`);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The first line of npm's complaint that is more than a code. */
function complaint(stderr: Uint8Array): string {
  const lines = new TextDecoder().decode(stderr).split("\n").map((line) =>
    line.replace(/^npm error ?/, "").trim()
  );
  return lines.find((line) => line !== "" && !/^(code|errno|syscall|type) /.test(line)) ?? "it said nothing";
}

/** What the client needs to run here without an account, without updates and without asking anything. */
export function clientEnvironment(place: TestPlace, model: ScriptedModel): Record<string, string> {
  return {
    ...place.environment(),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    IS_SANDBOX: "1",
  };
}

const found = await findClient();
const hasTerminal = await hasScript();
if ("missing" in found) {
  console.error(`SKIPPED: the tests with the real client, for there is none to run: ${found.missing}`);
} else if (!hasTerminal) {
  console.error(
    "SKIPPED: the tests with the real client in a terminal, for `script` of util-linux is missing",
  );
}

/** A test with the real client; ignored, and said so, only where that client cannot be had. */
export function clientTest(name: string, body: (client: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: "missing" in found,
    fn: () => "path" in found ? body(found.path) : Promise.resolve(),
  });
}

/** The same for a test that also needs a pseudo terminal. */
export function terminalTest(name: string, body: (client: string) => Promise<void>): void {
  if (hasTerminal) clientTest(name, body);
  else Deno.test.ignore(name, () => {});
}

async function hasScript(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command("script", { args: ["--version"], stdin: "null" }).output();
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
