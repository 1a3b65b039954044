// Every hook meets every fault of its home and database. A fault is a line in `faults_table.ts`, a hook one in
// `hooks_table.ts`. Afterwards the fault is taken away, a session starts, and the event must be there, once.
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, type TestHome } from "../_support/test_home.ts";
import { type Fault, FAULTS } from "./faults_table.ts";
import { type HookRow, HOOKS, payloadOf } from "./hooks_table.ts";
import { canMount } from "./namespace.ts";
import { soundHome } from "./sound_home.ts";

const MOUNTS = canMount();

for (const fault of FAULTS) {
  const isSkipped = fault.needsMount === true && !MOUNTS;
  Deno.test({
    name: `every hook survives: ${fault.name}${
      isSkipped ? " (skipped: this machine lets nobody mount)" : ""
    }`,
    ignore: isSkipped,
    fn: async () => {
      await inParallel(HOOKS, 3, (hook) => meet(fault, hook));
    },
  });
}

async function meet(fault: Fault, hook: HookRow): Promise<void> {
  using home = await soundHome();
  const what = `${hook.event} with ${fault.name}`;
  home.write("run/.keep", "");
  const lift = fault.arrange(home);
  const options = fault.run?.(home) ?? {};
  const env = { XDG_RUNTIME_DIR: `${home.root}/run`, ...options.env };
  assertHarmless(await home.hook(hook.name, payloadOf(hook, home), { ...options, env }), what);
  await home.settle();
  lift?.();
  await recover(home, what);
  assertFate(home, { hook, fate: fateOf(fault, hook), what });
}

function fateOf(fault: Fault, hook: HookRow): string {
  return typeof fault.fate === "function" ? fault.fate(hook) : fault.fate ?? "kept";
}

async function recover(home: TestHome, what: string): Promise<void> {
  const payload = home.payload("SessionStart", { session_id: "recovery", source: "startup" });
  assertHarmless(await home.hook("session-start", payload), `${what}: recovery`);
  if (home.spool().length > 0) assertEquals((await home.mneme(["process"])).code, 0, what);
  assertEquals(home.spool(), [], what);
}

function assertFate(
  home: TestHome,
  options: { readonly hook: HookRow; readonly fate: string; readonly what: string },
): void {
  const { hook, fate, what } = options;
  // To check a damaged file may itself fail.
  if (fate !== "unknown") {
    const sound = home.rows("pragma integrity_check").map((row) => row.integrity_check);
    assertEquals({ what, sound }, { what, sound: ["ok"] });
  }
  assertEquals(namesIn(`${home.data}/spool/rejected`), [], what);
  if (hook.count === undefined) return;
  if (fate === "counted") return assertEquals({ what, lost: lostCount(home) }, { what, lost: 1 });
  const found = countIn(home.database, hook.count);
  assert(found <= 1, `${what}: ${found} times`);
  if (fate === "kept") assertEquals({ what, found }, { what, found: 1 });
  // A hook may have written into what was still sound of a damaged file.
  else if (what.includes("database")) {
    assertEquals({ what, found: found + countSetAside(home, hook.count) }, { what, found: 1 });
  }
}

function lostCount(home: TestHome): number {
  return sizeOf(`${home.data}/state/lost`) - 1 + sizeOf(`${home.root}/run/mneme-lost`);
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

function countSetAside(home: TestHome, sql: string): number {
  const files = namesIn(home.data).filter((name) => /\.corrupt-[^.]*Z$/.test(name));
  return files.reduce((sum, name) => sum + countIn(`${home.data}/${name}`, sql), 0);
}

/** 0 where the file cannot be read. */
function countIn(path: string, sql: string): number {
  const database = new DatabaseSync(path);
  try {
    return Number(database.prepare(sql).get()?.n ?? 0);
  } catch {
    return 0;
  } finally {
    database.close();
  }
}
