// Hooks meet faults of their home and database. A fault is a line in `faults_table.ts`, a hook one in `hooks_table.ts`.
// Afterwards the fault is taken away, a session starts, and the event must be there, once. All hooks are runs of one
// `src/hook/run.ts`, so that every fault with two hooks and every hook with a few faults, each of which hits another
// part of such a run, show what all of them with all of them would.
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
    name: `hooks survive: ${fault.name}${isSkipped ? " (skipped: this machine lets nobody mount)" : ""}`,
    ignore: isSkipped,
    fn: async () => {
      await inParallel(HOOKS.filter((hook) => isMet(fault, hook)), 3, (hook) => meet(fault, hook));
    },
  });
}

/** The faults that every hook meets: no home, no database, a lock, damage, no room, no stdin. */
const FOR_ALL: readonly string[] = [
  "no HOME",
  "database absent",
  "database locked for writing",
  "database locked, spool is a file",
  "database cut to half",
  "nothing may grow",
  "stdin closed",
];
/** Session start migrates and mends; a capture is what happens most. */
const FOR_EVERY_FAULT: readonly string[] = ["SessionStart", "PostToolUse"];

function isMet(fault: Fault, hook: HookRow): boolean {
  return FOR_ALL.includes(fault.name) || FOR_EVERY_FAULT.includes(hook.event);
}

Deno.test("the faults that every hook meets are in the table", () => {
  const names = FAULTS.map(({ name }) => name);
  assertEquals(FOR_ALL.filter((name) => !names.includes(name)), []);
});

async function meet(fault: Fault, hook: HookRow): Promise<void> {
  using home = await soundHome();
  const what = `${hook.event} with ${fault.name}`;
  home.write("run/.keep", "");
  const lift = fault.arrange?.(home);
  const options = fault.run?.(home) ?? {};
  const env = { XDG_RUNTIME_DIR: `${home.root}/run`, ...options.env };
  assertHarmless(await home.hook(hook.name, payloadOf(hook, home), { ...options, env }), what);
  let lost = lostCount(home); // before a start or a run notes it as a gap
  await home.settle();
  lift?.();
  lost ||= lostCount(home); // a full disk's home is read only now
  const fate = fateOf(fault, hook);
  const noted = ["gap", "untold"].some((name) => sizeOf(`${home.data}/state/${name}`) > 0);
  if (fate === "counted") lost ||= Number(noted); // a background run was faster, and may have read the transcripts
  if (hook.count !== undefined) assertEquals({ what, lost }, { what, lost: fate === "counted" ? 1 : 0 });
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
  // After the loss of a database, `process` looks for the transcripts that make up for it.
  if (home.spool().length > 0 || fate === "replayed") {
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
  const wanted = fate === "replayed" ? Math.min(found, 1) : fate === "kept" ? 1 : 0; // no transcript is there to replay
  assertEquals({ what, found }, { what, found: wanted });
}

function lostCount(home: TestHome): number {
  return Math.max(sizeOf(`${home.data}/state/lost`) - 1, 0) + sizeOf(`${home.root}/run/mneme-lost`);
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
