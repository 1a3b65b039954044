// A text for an agent quotes rows that are no items of it: once their words are forgotten, those of the text are, too.
import { assert, assertEquals } from "../../_support/assert.ts";
import { toolCaptured } from "../../_support/tool_captured.ts";
import { compareRun } from "../../../src/hook/ghap_outcome.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { removeNumbered } from "../../../src/store/removal.ts";
import { contextOn } from "./hook_context.ts";
import { ContextStore, test } from "../store/context/context_store.ts";

function told(t: ContextStore): (string | null)[] {
  return t.store.column<string | null>("select text from tellings");
}

test("a premortem keeps nothing of an earlier run whose session was forgotten", (t) => {
  t.start("startup", "an-old-one");
  const command = "pytest -q";
  const outcome = { kind: "tests", result: "fail", failed: 1, firstFailure: "test_quokka", command } as const;
  const payload = JSON.stringify({
    tool_input: { command },
    outcome: { failed: 1, first_failure: "test_quokka" },
  });
  const call = { session: t.session("an-old-one"), at: t.tick(), toolUseId: "t1", toolName: "Bash", payload };
  applyWrites(t.store, [toolCaptured({ ...call, outcome: "tests:fail" })]);
  t.start();
  const now = { ...outcome, passed: undefined, firstFailure: "test_other" };
  const run = { outcome: now, toolUseId: null, errorText: "", recall: undefined };
  assert(compareRun(run, contextOn(t)).answer()?.includes("test_quokka"));
  removeNumbered(t.store, "sessions", [1]);
  assertEquals(told(t), [null]);
});
