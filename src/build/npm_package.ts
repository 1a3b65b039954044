import { BuildError } from "./build_error.ts";
import { THREE_WAYS } from "./runtime.ts";

const DOWNLOAD_MS = 600_000;

/** The tarball of the package `name@version`, as the configured registry has it; runs no script of it. */
export async function fetchPackage(spec: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await Deno.makeTempDir({ prefix: "mneme-build-" });
  try {
    await npmPack(spec, folder);
    for await (const entry of Deno.readDir(folder)) {
      if (entry.name.endsWith(".tgz")) return await Deno.readFile(`${folder}/${entry.name}`);
    }
    throw unobtainable(spec, "npm pack left no file");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function npmPack(spec: string, folder: string): Promise<void> {
  const args = ["pack", spec, "--ignore-scripts", "--pack-destination", folder, "--loglevel=error"];
  // npm's own patience with a registry that does not answer is over a minute.
  args.push("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000");
  const output = await runNpm(args, spec);
  if (!output.success) throw unobtainable(spec, complaint(new TextDecoder().decode(output.stderr)));
}

async function runNpm(args: string[], spec: string): Promise<Deno.CommandOutput> {
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_MS);
    return await new Deno.Command("npm", { args, stdin: "null", signal }).output();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) throw unobtainable(spec, "npm is not installed");
    throw cause;
  }
}

/** npm explains itself over many lines; the first that is no bare code is the reason. */
function complaint(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  const reason = lines.find((line) => line !== "" && !/^(code|errno|syscall|type) /.test(line));
  return `npm pack failed (${reason ?? "it said nothing"})`;
}

function unobtainable(spec: string, why: string): BuildError {
  return new BuildError(`Cannot fetch ${spec}, the last of three ways to a runtime: ${why}; ${THREE_WAYS}`);
}
