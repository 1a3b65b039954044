import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { tellSilentSaves, waitingAtStart } from "../../../src/store/at_start.ts";
import { changedItems, hasUnknown } from "../../../src/store/contents.ts";
import { describeHits, itemsAboutFile } from "../../../src/store/item_details.ts";
import { promptLines } from "../../../src/store/prompt_lines.ts";
import { sessionKnowledge, startContext } from "../../../src/store/start_context.ts";
import type { Sql } from "../../../src/store/sql.ts";
import type { Store } from "../../../src/store/store.ts";
import { contextWindow } from "../../../src/store/tellings.ts";
import { MAX_REPLY_UNITS } from "../../../src/wire/reply.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testIn } from "../../_support/test_in.ts";
import { ContextStore } from "./context/context_store.ts";
import { PROJECT } from "./memory_store.ts";

/** Plans that read every memory: a scan, or a search in an index by the status alone, which nearly all have. */
const READS_ALL = /^SCAN (?:memories|m|row|rule)\b|\bmemories\w* \(status=\?\)$/;
/** The plan of a query that reads memories only where memories have arrived from other machines. */
const UNSETTLED = /^SCAN memories USING COVERING INDEX memories_by_project$/;

/** Returns the steps of the plans of all statements that `work` prepares. */
function plansOf(store: Store, work: () => void): string[] {
  const steps: string[] = [];
  const all = store.all.bind(store);
  const watch = (statement: Sql | string, values: unknown[]) => {
    const [text, bindings] = typeof statement === "string"
      ? [statement, values]
      : [statement.text, statement.values];
    if (!/^\s*(?:select|with)\b/.test(text)) return;
    steps.push(
      ...all<{ detail: string }>(`explain query plan ${text}`, ...bindings as []).map(({ detail }) => detail),
    );
  };
  for (const name of ["all", "first"] as const) {
    const method = store[name].bind(store) as (statement: Sql | string, ...values: unknown[]) => never;
    store[name] = (statement: Sql | string, ...values: unknown[]) => {
      watch(statement, values);
      return method(statement, ...values);
    };
  }
  work();
  return steps;
}

const test = testIn(ContextStore);

test("no hook reads every memory to find the few that it tells", (t) => {
  const id = t.keep("All money is kept as whole cents, see src/ledger.ts.");
  t.start();
  const session = t.session();
  const ref = Number(id.slice(1));
  const hit = { kind: "memory", ref, id, score: 1, why: [] } as const;
  const plans = plansOf(t.store, () => {
    waitingAtStart(t.store, session, false);
    tellSilentSaves(t.store, PROJECT, t.tick());
    const settings = DEFAULT_SETTINGS.hooks.session_start;
    startContext(t.store, { session, settings, maxUnits: MAX_REPLY_UNITS, command: "mneme", now: t.now });
    const window = contextWindow(t.store, { sessionId: session.sessionId, agentId: null })!;
    hasUnknown(t.store, PROJECT, window);
    changedItems(t.store, PROJECT, window);
    promptLines(t.store, "Which money is in cents?", { project: PROJECT, known: window, now: t.now });
    sessionKnowledge(t.store, window);
    itemsAboutFile(t.store, [hit], { path: `${PROJECT}/src/ledger.ts`, name: "ledger.ts", root: PROJECT });
    assertEquals(describeHits(t.store, [hit]).length, 1);
  });
  assert(plans.length > 100, "the plans of all these statements");
  assertEquals(plans.filter((step) => READS_ALL.test(step) && !UNSETTLED.test(step)), []);
});
