import { addCandidate } from "./add_candidate.ts";
import { Comparables } from "./comparables.ts";
import { type Ask, type Findings, handledBefore, insertAsk, NOT_ASKED, noteDismissed } from "./handled.ts";
import { saveMemory } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** Saves what was found without asking; returns the rows of the memories that are new. */
export function saveSilently(store: Store, findings: Findings, ask: Ask): number[] {
  return store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    const comparables = new Comparables(store);
    noteDismissed(store, findings, ask);
    const rows: number[] = [];
    for (const finding of findings.found) {
      if (handled.includes(finding)) continue;
      // As a candidate first: what is known already, or was forgotten, is not saved behind the user's back.
      const memory = addCandidate(store, finding.draft, ask.at, comparables);
      insertAsk(store, finding, { ...ask, promptCount: NOT_ASKED }, { memory });
      if (memory === undefined) continue;
      const { row } = saveMemory(store, finding.draft, ask.at, comparables);
      store.run(
        "insert or ignore into silent_saves (memory_id, project) values (?, ?)",
        row,
        finding.draft.project ?? "",
      );
      rows.push(row);
    }
    return rows;
  });
}
