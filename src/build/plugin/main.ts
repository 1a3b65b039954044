import { parseArgs } from "node:util";
import { join, resolve } from "node:path";
import { BuildError } from "../build_error.ts";
import { layoutOf } from "../layout.ts";
import { lockTree } from "../lock.ts";
import { PLUGIN_NAME } from "./plugin_files.ts";
import { writePlugin } from "./write_plugin.ts";

const USAGE = "usage: deno task plugin [--out DIR] [--link]";

/** The status: 0 done, 1 failed (one line on stderr), 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const layout = layoutOf(resolve(`${import.meta.dirname}`, "../../.."));
  const options = chosenOptions(args);
  if (options === undefined) {
    console.error(USAGE);
    return 2;
  }
  const out = resolve(options.out ?? join(layout.build, "plugin"));
  try {
    using _lock = await lockTree(layout.lock);
    await writePlugin({ dist: layout.dist, out, programs: options.link === true ? "link" : "files" });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    return 1;
  }
  console.log(`${join(out, PLUGIN_NAME)}: for one session, claude --plugin-dir '${join(out, PLUGIN_NAME)}'`);
  console.log(
    `for all: claude plugin marketplace add '${out}' && claude plugin install ${PLUGIN_NAME}@${PLUGIN_NAME}`,
  );
  return 0;
}

function chosenOptions(args: readonly string[]) {
  const options = { out: { type: "string" }, link: { type: "boolean" } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return undefined;
  }
}

Deno.exit(await main(Deno.args));
