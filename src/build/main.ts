// The tasks `build`, `plugin` and `release` of `deno.json`.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../base/version.ts";
import { build } from "./build.ts";
import { layoutOf, lockBuild } from "./files.ts";
import { release, stampInstallers } from "./release.ts";
import { parseRelease } from "./release_options.ts";
import { BuildError } from "./run_deno.ts";

const USAGE = "usage: deno task build | plugin [--out DIR] | release … | release installers ADDRESS [DIR]";

const LAYOUT = layoutOf(resolve(`${import.meta.dirname}`, "../.."));
const say = (line: string) => console.log(line);

const TASKS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  build: async (args) => {
    parseArgs({ args });
    using _lock = await lockBuild(LAYOUT.lock);
    await build(LAYOUT, say);
  },
  plugin: async (args) => {
    const { out } = parseArgs({ args, options: { out: { type: "string" } } }).values;
    const { PLUGIN_NAME, writePlugin } = await import("./plugin.ts"); // much code that a build does not need
    const folder = resolve(out ?? join(LAYOUT.build, "plugin"));
    using _lock = await lockBuild(LAYOUT.lock);
    await writePlugin({ dist: LAYOUT.dist, out: folder });
    const plugin = join(folder, PLUGIN_NAME);
    const install = `claude plugin install ${PLUGIN_NAME}@${PLUGIN_NAME}`;
    say(`${plugin}: for one session, claude --plugin-dir '${plugin}'`);
    say(`for all: claude plugin marketplace add '${folder}' && ${install}`);
  },
  release: async (args) => {
    if (args[0] === "installers") return await stampInstallers(LAYOUT.root, args.slice(1));
    const here = { version: VERSION, triple: Deno.build.target, denortBin: Deno.env.get("DENORT_BIN") };
    await release(LAYOUT, parseRelease(args, here), say);
  },
};

/** Returns the exit status: 0, 1 for a `BuildError`, 2 for wrong usage: errors of `parseArgs` have a `code`. */
async function main([name = "", ...args]: string[]): Promise<number> {
  try {
    const task = TASKS[name];
    if (task === undefined) throw new TypeError(`There is no task "${name}"`);
    await task(args);
    return 0;
  } catch (error) {
    const isUsage = error instanceof TypeError && (TASKS[name] === undefined || "code" in error);
    if (!isUsage && !(error instanceof BuildError)) throw error;
    console.error(isUsage ? USAGE : error.message);
    return isUsage ? 2 : 1;
  }
}

Deno.exit(await main(Deno.args));
