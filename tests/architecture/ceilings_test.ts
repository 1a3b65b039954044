// The house must not grow back. Each figure is a ceiling with little room above what is there: who needs more of it
// takes something away, or says in `docs/decisions/` why the house is better so.
import { assert, assertEquals } from "../_support/assert.ts";
import { loadGraph, readSource, sourceFiles, stack } from "./module_graph.ts";

const APART = /\/(?:sync|view)\//; // features that stand apart in rooms of their own

const CEILINGS = {
  /** Of `src` and `hooks`, but for the rooms apart. */
  lines: 40_000,
  files: 420,
  folders: 40,
  /** Imports of own files at run time on the path of a hook: outside of the command and the build. */
  dynamicImports: 12,
  /** Imports, types included, that lead into a circle of files. */
  circles: 0,
  /** In the longest function of any file. */
  functionLines: 80,
  /** The longest way down through the rooms of the command; a room is a folder, or a file beside them. */
  commandFloors: 8,
};

/** Knowledge that stands in one room, by what its code cannot do without. */
const HOMES: readonly { readonly concept: string; readonly sign: RegExp; readonly home: string }[] = [
  { concept: "SQLite", sign: /from "node:sqlite"/, home: "src/store/" },
  // Deno's version of it rewrites an argument that names the running executable, as `claude mcp add` gets one.
  { concept: "node:child_process", sign: /from "node:child_process"/, home: "nowhere" },
  { concept: "zod", sign: /from "zod"/, home: "src/cli/" },
  { concept: "YAML", sign: /from "yaml"/, home: "src/cli/config/" },
  { concept: "the ranges of scripts", sign: /0x3041|u3041|0xac00|uac00/, home: "src/base/scripts.ts" },
  { concept: "the stemmer", sign: /export function stem\b/, home: "src/base/stem.ts" },
  { concept: "the beginnings of tokens", sign: /\bghp_/, home: "src/privacy/rules/" },
  { concept: "the runners of tests", sign: /vitest run/, home: "src/outcome/" },
  {
    concept: "the environment of a hook",
    sign: /Deno\.env\.get\(name\) \|\| undefined/,
    home: "src/machine/",
  },
];

const FILES = [...sourceFiles("hooks"), ...sourceFiles("src")];
const GRAPH = await loadGraph([
  ...sourceFiles("hooks"),
  "src/cli/main.ts",
  "src/build/main.ts",
  "src/view/page/main.tsx",
]);

Deno.test("the house stays under its ceilings", () => {
  const own = GRAPH.edges.filter(({ to }) => FILES.includes(to));
  const house = FILES.filter((path) => !APART.test(path));
  const found = {
    lines: house.reduce((sum, path) => sum + readSource(path).split("\n").length - 1, 0),
    files: house.length,
    folders: new Set(house.map((path) => path.slice(0, path.lastIndexOf("/")))).size,
    dynamicImports:
      own.filter(({ from, isDynamic }) => isDynamic && !/^src\/(cli|build)\//.test(from)).length,
    circles: stack(own.filter(({ isDynamic }) => !isDynamic)).circle.length,
    functionLines: Math.max(...FILES.map(longestFunction)),
    commandFloors:
      stack(own.filter(({ from, to }) => roomOf(from) && roomOf(to)), (path) => roomOf(path)!).floors,
  };
  for (const [name, ceiling] of Object.entries(CEILINGS)) {
    const is = found[name as keyof typeof found];
    assert(is <= ceiling, `${name}: ${is}, at most ${ceiling}`);
  }
});

Deno.test("a piece of knowledge has one home", () => {
  for (const { concept, sign, home } of HOMES) {
    const elsewhere = FILES.filter((path) => sign.test(readSource(path)) && !path.startsWith(home));
    assertEquals({ concept, elsewhere }, { concept, elsewhere: [] });
  }
});

Deno.test("a comment begins with its subject, or with a verb", () => {
  const begins = /(?:\/\*\*\s+(?:\* )?|^\s*\/\/ )(?:What|Whether|How|Who|Whose|Where|When|Which) [^?]*?$/m;
  const found = FILES.filter((path) => begins.test(readSource(path)));
  assertEquals(found, []);
});

/** The room of the command that holds a file. */
function roomOf(path: string): string | undefined {
  return /^src\/cli\/([^/]+)/.exec(path)?.[1];
}

/** The lines of the longest function or method of a file, as the formatter lays them out: it ends at its own indent. */
function longestFunction(path: string): number {
  const lines = readSource(path).split("\n");
  const lengths = lines.map((line, at) => {
    const indent = /^( *)(?:export |default |async |static |get )*(?:function\b|#?\w+\().*[{(]$/.exec(line)
      ?.[1];
    if (indent === undefined || indent.length > 2) return 0;
    return lines.slice(at + 1).findIndex((later) => later.startsWith(`${indent}}`)) + 1;
  });
  return Math.max(...lengths);
}
