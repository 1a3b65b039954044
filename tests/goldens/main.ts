/**
 * Keeps what executables do with recorded input, and compares two such records: a rewrite must change nothing that
 * nobody meant to change. The recordings are other people's and no part of the project, nor is a record of them.
 */
import { parseArgs } from "node:util";

const USAGE =
  `deno task goldens record --dist DIR --out DIR [--client DIR] [--transcripts DIR] [--windows DIR]
deno task goldens compare A B [--all]
  --client: with recorded/VERSION and perhaps transcripts/VERSION; --windows: for mneme triage; each any number of times
  --only TEXT: inputs with this in their names; --all: not only three differences of a kind`;
const folders = { type: "string", multiple: true, default: [] as string[] } as const;
const { values, positionals: [task, a, b] } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: "string" },
    out: { type: "string" },
    client: folders,
    transcripts: folders,
    windows: folders,
    only: { type: "string", default: "" },
    all: { type: "boolean", default: false },
  },
});
const { dist, out } = values;
if (task === "compare" && a !== undefined && b !== undefined) {
  const { compare } = await import("./compare.ts");
  Deno.exitCode = compare(a, b, values) === 0 ? 0 : 1;
} else if (task === "record" && dist !== undefined && out !== undefined) {
  Deno.env.set("MNEME_TEST_DIST", Deno.realPathSync(dist)); // is read once, when that module is loaded
  const { record } = await import("./record.ts");
  await record({ ...values, out });
} else {
  console.error(USAGE);
  Deno.exitCode = 2;
}
