import { addCandidate } from "./add_candidate.ts";
import {
  type Ask,
  type Finding,
  type Findings,
  handledBefore,
  insertAsk,
  NOT_ASKED,
  noteDismissed,
} from "./handled.ts";
import { KnownTexts } from "./known_texts.ts";
import type { Store } from "./store.ts";

/**
 * Writes down that these are asked about, as candidates, and returns those that really are new: neither dealt with
 * before in this session, by their words or their message, nor kept, flagged or forgotten. One transaction: what
 * cannot be written down is not asked.
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
    return findings.found.filter((finding) => {
      if (handled.includes(finding)) return false;
      const isNew = addCandidate(store, finding.draft, ask.at, known) !== undefined;
      insertAsk(store, finding, isNew ? ask : { ...ask, promptCount: NOT_ASKED });
      return isNew;
    });
  });
}
