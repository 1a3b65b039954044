// Every hook meets every fault of its home and database. A fault is a line in `faults_table.ts`, a hook one in
// `hooks_table.ts`. Afterwards the fault is taken away, a session starts, and the event must be there, once.
import { assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, type TestHome } from "../_support/test_home.ts";
import { type Fate, type Fault, FAULTS } from "./faults_table.ts";
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
  const fate = fateOf(fault, hook);
  await recover(home, { fate, what });
  assertFate(home, { hook, fate, what });
}

function fateOf(fault: Fault, hook: HookRow): Fate {
  return typeof fault.fate === "function" ? fault.fate(hook) : fault.fate ?? "kept";
}

async function recover(
  home: TestHome,
  { fate, what }: { readonly fate: Fate; readonly what: string },
): Promise<void> {
  const payload = home.payload("SessionStart", { session_id: "recovery", source: "startup" });
  assertHarmless(await home.hook("session-start", payload), `${what}: recovery`);
  if (home.spool().length > 0 || fate === "salvaged") {
    const { code } = await home.mneme(["process"]);
    assertEquals({ what, code }, { what, code: 0 });
  }
  assertEquals(home.spool(), [], what);
}

function assertFate(
  home: TestHome,
  { hook, fate, what }: { readonly hook: HookRow; readonly fate: Fate; readonly what: string },
): void {
  const sound = home.rows("pragma integrity_check").map((row) => row.integrity_check);
  assertEquals({ what, sound }, { what, sound: ["ok"] });
  assertEquals(namesIn(`${home.data}/spool/rejected`), [], what);
  if (hook.count === undefined) return;
  const found = Number(home.rows(hook.count)[0]?.n);
  const isKept = fate === "kept" || fate === "salvaged";
  assertEquals({ what, found }, { what, found: isKept ? 1 : 0 });
  assertEquals({ what, lost: lostCount(home) }, { what, lost: fate === "counted" ? 1 : 0 });
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
