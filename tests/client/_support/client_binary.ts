import { cacheFolder } from "../../../src/build/runtime.ts";
import { isFile } from "../../../src/machine/files.ts";
import { packagedFile, UnreachableError } from "../../_support/npm_package.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";

const CLIENT_VERSION = "2.1.332";
const PACKAGE = {
  package: `@anthropic-ai/claude-code-linux-x64@${CLIENT_VERSION}`,
  program: "package/claude",
  sha256: "1c89f2f1e0bee93742cff8de9181fc07c702ce0651f1492bb3b97487d3a84af1",
};

/** Where the real client lies, or why there is none on this machine. */
type FoundClient = { readonly path: string } | { readonly missing: string };

/**
 * The pinned client, fetched once into the user's cache folder. Missing only where it cannot be had; bytes other
 * than the pinned ones are an error.
 */
async function findClient(): Promise<FoundClient> {
  const { os, arch } = Deno.build;
  if (os !== "linux" || arch !== "x86_64") return { missing: `none is pinned for ${os} on ${arch}` };
  const folder = `${cacheFolder("mneme-build")}/client/${CLIENT_VERSION}`;
  const path = `${folder}/claude`;
  if (isFile(path)) return { path };
  try {
    const program = await packagedFile(PACKAGE);
    await Deno.mkdir(folder, { recursive: true });
    const unfinished = `${path}.${Deno.pid}`; // another run may be writing the same file
    await Deno.writeFile(unfinished, program, { mode: 0o755 });
    await Deno.rename(unfinished, path);
    return { path };
  } catch (error) {
    if (error instanceof UnreachableError) return { missing: error.message };
    throw error;
  }
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
  console.error("SKIPPED: the tests with the real client in a terminal: `script` of util-linux is missing");
}

/** A test with the real client; ignored, and said so, only where that client cannot be had. */
export function clientTest(name: string, body: (client: string) => Promise<void>): void {
  if ("path" in found) Deno.test(name, () => body(found.path));
  else Deno.test.ignore(name, () => {});
}

/** The same for a test that also needs a pseudo terminal. */
export function terminalTest(name: string, body: (client: string) => Promise<void>): void {
  if (hasTerminal) clientTest(name, body);
  else Deno.test.ignore(name, () => {});
}

async function hasScript(): Promise<boolean> {
  const command = new Deno.Command("script", { args: ["--version"], stdin: "null" });
  const run = await command.output().catch(() => undefined); // it is not installed
  return new TextDecoder().decode(run?.stdout).includes("util-linux");
}
