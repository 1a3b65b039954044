// Every hook is given every kind of broken stdin. A fault is a line in `stdin_table.ts`.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import type { Outcome } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { type HookRow, HOOKS, payloadOf, SESSION } from "./hooks_table.ts";
import { soundHome } from "./sound_home.ts";
import { STDIN_FAULTS, type StdinFault } from "./stdin_table.ts";

for (const fault of STDIN_FAULTS) {
  Deno.test(`every hook survives stdin: ${fault.name}`, async () => {
    await inParallel(HOOKS, 2, (hook) => meet(fault, hook));
  });
}

async function meet(fault: StdinFault, hook: HookRow): Promise<void> {
  using home = await soundHome();
  const what = `${hook.event} with ${fault.name}`;
  assertHarmless(await home.hook(hook.name, fault.stdin(hook, home)), what);
  await home.settle();
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }], what);
  assertEquals(home.rows("select 1 from sessions where session_id in ('polluted', 'other')"), [], what);
  const recorded = home.rows(`select event from event_log where session_id in ('unknown', '${SESSION}')`);
  if (fault.isNoObject) assertEquals({ what, recorded }, { what, recorded: [] });
  if (fault.isWhole && hook.count !== undefined) {
    if (home.spool().length > 0) await home.mneme(["process"]); // that a helper ended waits there
    assertEquals({ what, ...home.rows(hook.count)[0] }, { what, n: 1 });
  }
  assert(
    home.log().split("\n").filter((line) => / (failure|error) /.test(line)).length <= 1,
    `${what}: ${home.log()}`,
  );
}

const TOO_LARGE: Readonly<Record<string, unknown>> = {
  "20 MB": "x".repeat(20_000_000),
  "7,900,000 numbers": Array(7_900_000).fill(1),
};

for (const [size, tool_response] of Object.entries(TOO_LARGE)) {
  Deno.test(`a tool call of ${size} keeps its session, tool, id and size`, async () => {
    using home = await soundHome();
    const call = { tool_name: "Bash", tool_input: { command: "make" }, tool_response };
    const stdin = JSON.stringify(home.payload("PostToolUse", { ...call, tool_use_id: "toolu_large" }));
    const outcome = await home.hook("post-tool-use", stdin);
    assertHarmless(outcome, size);
    assert(outcome.ms < 5000, `${outcome.ms} ms`);
    const [row] = home.rows(
      "select session_id, tool_name, payload from pending_queue where tool_use_id = 'toolu_large'",
    );
    assertEquals([row?.session_id, row?.tool_name], ["session-1", "Bash"]);
    assertEquals(JSON.parse(String(row?.payload)).bytes, stdin.length);
  });
}

for (
  const [promise, after] of [["after its document", ""], [
    "though garbage follows",
    ' and {"more": ',
  ]] as const
) {
  Deno.test(`a hook ends ${promise}, the pipe being open still`, async () => {
    using home = await soundHome();
    for (const hook of HOOKS) {
      const usual = await fastest(home, hook, { after: "", keepOpen: false });
      const open = await fastest(home, hook, { after, keepOpen: true });
      // A hook that waited for the end of the file would be killed after half a minute.
      assert(open < Math.max(2 * usual, 2000), `${hook.event}: ${open} ms, usually ${usual}`);
    }
  });
}

async function fastest(
  home: TestHome,
  hook: HookRow,
  options: { readonly after: string; readonly keepOpen: boolean },
): Promise<number> {
  const stdin = JSON.stringify(payloadOf(hook, home)) + "\n" + options.after;
  const outcomes: Outcome[] = [];
  for (let i = 0; i < 3; i++) {
    outcomes.push(await home.hook(hook.name, stdin, { keepOpen: options.keepOpen }));
  }
  for (const outcome of outcomes) assertHarmless(outcome, hook.event);
  return Math.min(...outcomes.map((outcome) => outcome.ms));
}
