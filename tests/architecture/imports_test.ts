import { assert, assertEquals } from "../_support/assert.ts";
import { EXCEPTIONS, FOLDER_RULES } from "./import_rules.ts";
import {
  exists,
  folderOf,
  type ImportEdge,
  loadGraph,
  readSource,
  sourceFiles,
  stack,
  staticClosure,
} from "./module_graph.ts";

const HOOKS = sourceFiles("hooks");
const SOURCES = sourceFiles("src");
/** The script that browsers run. */
const PAGE = "src/view/page/main.tsx";
const ENTRIES = [...HOOKS, "src/cli/main.ts", "src/build/main.ts", "src/build/empty.ts", PAGE];
const GRAPH = await loadGraph(ENTRIES);

/** Globals that make a pure function depend on the machine or on the moment. */
const IMPURE = /\b(Deno\.|Date\.now|new Date\(\)|performance\.|Math\.random|crypto\.|globalThis\.)/;

Deno.test("imports point only where the table allows", () => {
  const violations = GRAPH.edges.filter((edge) => !isAllowed(edge)).map(describe);
  assertEquals(violations, []);
});

Deno.test("folders form no cycle of run-time imports", () => {
  const edges = GRAPH.edges.filter((edge) => !edge.isTypeOnly && !edge.isDynamic);
  assertEquals(stack(edges, folderOf).circle, []);
});

Deno.test("an idle hook does not load SQLite", () => {
  for (const hook of ["hooks/stop.ts", "hooks/pre_tool_use.ts"]) {
    assert(!staticClosure(GRAPH, hook).has("node:sqlite"), hook);
  }
});

/** Large parts that a hook loads at run time, where an event needs them. */
const PARTS = [
  "src/llm/ask_model.ts",
  "src/outcome/judge.ts",
  "src/privacy/clean.ts",
  "src/store/migrations.ts",
  "src/store/search.ts",
  "src/store/search_index.ts",
  "src/triage/triage.ts",
];

/** Each session start compares the schema; no other hook brings it up to date. */
const NEEDED: Readonly<Record<string, string>> = { "hooks/session_start.ts": "src/store/migrations.ts" };

Deno.test("no hook loads with itself a part that most of its events do without", () => {
  for (const part of PARTS) assert(exists(part), part);
  const answer = staticClosure(GRAPH, "src/hook/answer.ts");
  for (const hook of HOOKS) {
    const closure = new Set([...staticClosure(GRAPH, hook), ...answer]);
    assertEquals({ hook, parts: PARTS.filter((part) => part !== NEEDED[hook] && closure.has(part)) }, {
      hook,
      parts: [],
    });
  }
});

Deno.test("the page's script holds its own files, the filter of steps, the words for ages, amounts and categories, and one package, and no program holds the script", () => {
  const own = /^src\/(?:view\/(?:page\/|step_filter\.ts$)|base\/(?:amounts|time|triage_types)\.ts$)/;
  const foreign = [...staticClosure(GRAPH, PAGE)].filter((path) => !own.test(path));
  assertEquals(foreign.map((path) => path.split("/")[0]).filter((name) => name !== "npm:preact"), []);
  const users = GRAPH.edges.filter(({ from, to }) =>
    to.startsWith("src/view/page/") && !from.startsWith("src/view/page/")
  );
  assertEquals(users, []);
});

Deno.test("every source file is reached from an entry", () => {
  assertEquals(SOURCES.filter((path) => !GRAPH.files.has(path)), []);
});

Deno.test("a hook's entry has at most 30 lines", () => {
  for (const hook of HOOKS) assert(readSource(hook).trimEnd().split("\n").length <= 30, hook);
});

Deno.test("pure folders use no clock, no randomness and no machine", () => {
  const pure = Object.keys(FOLDER_RULES).filter((folder) => FOLDER_RULES[folder]!.isPure);
  for (const path of SOURCES.filter((source) => pure.includes(folderOf(source)))) {
    const code = readSource(path).replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
    assert(!IMPURE.test(code), `${path}: ${IMPURE.exec(code)?.[0]}`);
  }
});

Deno.test("files stay under 440 lines and name no default export", () => {
  for (const path of [...HOOKS, ...SOURCES]) {
    const text = readSource(path);
    assert(text.split("\n").length <= 440, path);
    assert(!/^export default\b/m.test(text), path);
  }
});

Deno.test("every exception of the import table is still needed", () => {
  for (const { from, to } of EXCEPTIONS) {
    assert(
      exists(from) && GRAPH.edges.some((edge) => edge.from === from && edge.to === to),
      `${from} -> ${to}`,
    );
  }
});

function isAllowed(edge: ImportEdge): boolean {
  const [from, to] = [folderOf(edge.from), folderOf(edge.to)];
  const rule = FOLDER_RULES[from];
  if (rule === undefined) return false;
  if (isPackage(edge.to)) return rule.packages?.some((name) => name === "*" || name === edge.to) ?? false;
  if (from === to || rule.code.includes(to)) return true;
  if (edge.isTypeOnly && rule.types?.includes(to)) return true;
  return EXCEPTIONS.some((exception) => exception.from === edge.from && exception.to === edge.to);
}

/** Of some packages the name has a slash, too. */
function isPackage(name: string): boolean {
  return name.startsWith("npm:") || !name.includes("/");
}

function describe(edge: ImportEdge): string {
  const kind = edge.isTypeOnly ? " (type)" : edge.isDynamic ? " (dynamic)" : "";
  return `${edge.from} -> ${edge.to}${kind}`;
}
