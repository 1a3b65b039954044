import { addCandidate } from "./add_candidate.ts";
import { Comparables } from "./comparables.ts";
import {
  type Ask,
  type Finding,
  type Findings,
  handledBefore,
  insertAsk,
  NOT_ASKED,
  noteDismissed,
} from "./handled.ts";
import { saveMemory } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** How findings are saved without asking. */
export interface SilentSave<F extends Finding> {
  readonly ask: Ask;
  /** Whether a finding may become a memory that nobody has looked at; others stay candidates. */
  readonly isCertain: (finding: F) => boolean;
}

/** Saves what was found without asking; returns the rows of the memories that are new. */
export function saveSilently<F extends Finding>(
  store: Store,
  findings: Findings<F>,
  { ask, isCertain }: SilentSave<F>,
): number[] {
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
      if (memory === undefined || !isCertain(finding)) continue;
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
