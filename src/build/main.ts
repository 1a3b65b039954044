import { resolve } from "node:path";
import { build } from "./build.ts";
import { BuildError } from "./build_error.ts";
import { removeFolder } from "./files.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { lockTree } from "./lock.ts";

const USAGE = "usage: deno task build [executable…] | deno task clean";

/** The status: 0 done, 1 failed (one line on stderr), 2 not understood. */
async function main(args: readonly string[], layout: Layout): Promise<number> {
  const [command, ...names] = args;
  if (command !== "build" && !(command === "clean" && names.length === 0)) {
    console.error(USAGE);
    return 2;
  }
  try {
    using _lock = await lockTree(layout.lock);
    if (command === "build") await build(layout, names, (line) => console.log(line));
    else await clean(layout);
    return 0;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function clean(layout: Layout): Promise<void> {
  await removeFolder(layout.dist);
  await removeFolder(layout.build);
}

Deno.exit(await main(Deno.args, layoutOf(resolve(`${import.meta.dirname}`, "../.."))));
