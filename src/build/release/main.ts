import { resolve } from "node:path";
import { VERSION } from "../../core/version.ts";
import { BuildError } from "../build_error.ts";
import { type Layout, layoutOf } from "../layout.ts";
import { stampInstallers } from "./installers.ts";
import { parseRelease } from "./options.ts";
import { release } from "./release.ts";

/** The status: 0 done, 1 failed or refused (one line on stderr). */
async function main(args: readonly string[], layout: Layout): Promise<number> {
  try {
    if (args[0] === "installers") {
      await stampInstallers(layout.root, args.slice(1));
      return 0;
    }
    const options = parseRelease(args, {
      version: VERSION,
      triple: Deno.build.target,
      denortBin: Deno.env.get("DENORT_BIN"),
    });
    await release(layout, options, (line) => console.log(line));
    return 0;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    return 1;
  }
}

Deno.exit(await main(Deno.args, layoutOf(resolve(`${import.meta.dirname}`, "../../.."))));
