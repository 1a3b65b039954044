// Every table that must know the hooks is compared with the one that does, so that a new hook is forgotten nowhere.
import { HOOKS } from "../../src/base/hook_names.ts";
import { EXECUTABLES } from "../../src/build/executables.ts";
import { SETTINGS } from "../../src/cli/config/settings_table.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { HOOK_EVENTS } from "../_support/hook_events.ts";
import { WORKS } from "../bench/works.ts";
import { HOOKS as FAULT_ROWS } from "../faults/hooks_table.ts";
import { seededPayloads } from "../faults/privacy_table.ts";
import { planSessions } from "../soak/plan.ts";
import { readSource, sourceFiles } from "./module_graph.ts";

const NAMES = HOOKS.map(({ name }) => name).sort();
const EVENTS = HOOKS.flatMap(({ events }): readonly string[] => events).sort();

/** Each table with the names in it. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  "hooks/": sourceFiles("hooks").map((path) => path.replace(/^hooks\/|\.ts$/g, "").replaceAll("_", "-")),
  "src/build/executables.json": EXECUTABLES.map(({ name }) => name).filter((name) => name !== "mneme"),
  "tests/bench/works.ts": WORKS.map(({ program }) => program),
  "tests/faults/hooks_table.ts": FAULT_ROWS.map(({ name }) => name),
  "tests/faults/privacy_table.ts": seededPayloads().events.map(({ hook }) => hook),
  "tests/soak/plan.ts": planSessions(20, 5000, 1).flatMap(({ events }) => events.map(({ hook }) => hook)),
  "docs/hooks.md": rowsOf("docs/hooks.md"),
  "README.md": rowsOf("README.md"),
};

for (const [table, names] of Object.entries(TABLES)) {
  Deno.test(`${table} knows every hook`, () => assertEquals([...new Set(names)].sort(), NAMES));
}

Deno.test("the settings switch every hook", () => {
  for (const { setting } of HOOKS) assert(`hooks.${setting}.enabled` in SETTINGS, setting);
});

Deno.test("the table of events knows every event of a hook", () => {
  assertEquals(Object.keys(HOOK_EVENTS).sort(), EVENTS);
});

/** The hooks that the first cells of a page's tables name. */
function rowsOf(page: string): string[] {
  const cells = readSource(page).split("\n").map((line) => /^\| ([`a-z, -]+?) +\|/.exec(line)?.[1] ?? "");
  return cells.flatMap((cell) => cell.replaceAll("`", "").split(", ")).filter((name) =>
    (NAMES as readonly string[]).includes(name)
  );
}
