import { isSameMatter } from "../core/memory_matter.ts";
import { type AskedMemory, MAX_ASKED } from "../core/stop_ask.ts";
import { addCandidate } from "./add_candidate.ts";
import {
  type Ask,
  type Finding,
  type Findings,
  handledBefore,
  HELD,
  insertAsk,
  NOT_ASKED,
  noteDismissed,
} from "./handled.ts";
import { KnownTexts } from "./known_texts.ts";
import type { MemoryRow } from "./memories.ts";
import { settleBy } from "./settle_candidates.ts";
import type { Store } from "./store.ts";

/**
 * Writes down that these are asked about, as candidates, and returns those that really are new: neither dealt with
 * before in this session, by their words or their message, nor kept, flagged or forgotten, nor saved in other words by
 * the agent of this session. What lies beyond the most that one stop asks about is a candidate all the same. One
 * transaction: what cannot be written down is not asked.
 */
export function keepAsks<F extends Finding>(
  store: Store,
  findings: Findings<F>,
  ask: Ask,
  known: KnownTexts = new KnownTexts(store),
): F[] {
  return store.transaction(() => {
    known.refresh();
    const handled = handledBefore(store, ask.sessionId);
    noteDismissed(store, findings, ask);
    const unhandled = findings.found.filter((finding) => !handled.includes(finding));
    const saved = unhandled.length === 0 ? [] : savedByAgent(store, ask.sessionId);
    const unasked = { ...ask, promptCount: NOT_ASKED };
    const kept: F[] = [];
    for (const finding of unhandled) {
      const settled = saved.find((memory) => isOf(memory, finding.draft));
      if (settled !== undefined) {
        insertAsk(store, finding, unasked, { memory: settled.id, outcome: "settled" });
        continue;
      }
      const memory = addCandidate(store, finding.draft, ask.at, known);
      if (memory !== undefined && ask.waitsFrom !== undefined) {
        store.run("update memories set updated_at = ? where id = ?", ask.waitsFrom, memory);
      }
      const isAsked = memory !== undefined && kept.length < (ask.room ?? MAX_ASKED);
      insertAsk(store, finding, isAsked ? ask : unasked, { memory });
      if (memory !== undefined) kept.push(finding);
    }
    return kept;
  });
}

/**
 * What earlier stops of a session found too soon after an ask, and nobody has dealt with since; asked about from now on.
 * What the agent has saved meanwhile in other words is settled.
 */
export function releaseHeld(store: Store, { sessionId, promptCount, at }: Ask): AskedMemory[] {
  return store.transaction(() => {
    const held = store.all<AskedMemory & { readonly ask: number; readonly memory: number }>(
      `select a.id as ask, m.id as memory, m.category, m.body as text from asks a join memories m on m.id = a.memory_id
       where a.session_id = ? and a.prompt_count = ? and a.outcome is null and m.status = 'candidate'
       order by a.id limit ?`,
      sessionId,
      HELD,
      MAX_ASKED,
    );
    const saved = held.length === 0 ? [] : savedByAgent(store, sessionId);
    const due = held.filter(({ memory, category, text }) => {
      const by = saved.find((one) => isOf(one, { category, body: text }));
      if (by !== undefined) settleBy(store, [memory], by.id, at);
      return by === undefined;
    });
    for (const { ask } of due) store.run("update asks set prompt_count = ? where id = ?", promptCount, ask);
    return due.map(({ category, text }) => ({ category, text }));
  });
}

type Saved = Pick<MemoryRow, "id" | "category" | "body">;

/** What the agent of a session has saved of its own accord or when it was asked. */
function savedByAgent(store: Store, sessionId: string): readonly Saved[] {
  return store.all<Saved>(
    "select id, category, body from memories where session_id = ? and source = 'agent' and status = 'active'",
    sessionId,
  );
}

/** In the same category: a rule of the user's that was saved as a decision does not stand as a rule. */
function isOf({ category, body }: Saved, wanted: Pick<Saved, "category" | "body">): boolean {
  return category === wanted.category && isSameMatter(body, wanted.body);
}
