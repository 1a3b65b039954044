import { loadAllCues } from "../../core/triage/languages.ts";
import type { Paths } from "../../host/paths.ts";
import type { LogFunction } from "../../runner/hook_run.ts";
import { readConversation } from "../../runner/read_conversation.ts";
import { keepAsks } from "../../store/asks.ts";
import { handledBefore, NOT_ASKED } from "../../store/handled.ts";
import { hasSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { cleanMessage, findingsIn } from "../replay/candidates.ts";
import { Places } from "../replay/places.ts";

/** A session that has ended. */
export interface EndedSession {
  readonly sessionId: string;
  /** As the client gave it; it may lie elsewhere. */
  readonly transcript: string;
}

/**
 * Reads the end of a session's transcript once more, as its last stop would have, and leaves what no stop has dealt
 * with as candidates: it may have ended without one, or the last ones waited. Nobody is asked. Returns how many.
 */
export async function leaveCandidates(
  store: Store,
  paths: Paths,
  { ended, now, log }: { readonly ended: EndedSession; readonly now: Date; readonly log: LogFunction },
): Promise<number> {
  const { sessionId, transcript } = ended;
  if (!hasSession(store, sessionId)) return 0;
  const place = new Places(paths, { project: undefined, now: now.getTime() })
    .placeOf(store, sessionId, paths.root);
  const { settings, session: { project }, leftOut } = place;
  if (leftOut !== undefined || !settings.hooks.stop.enabled) return 0;
  const source = {
    transcriptPath: transcript,
    lastAssistantMessage: undefined,
    maxMessages: settings.triage.max_transcript_messages,
  };
  const messages = await readConversation(source, {
    ...{ sessionId, project, paths, now },
    isKnownSession: (id) => hasSession(store, id),
    report: (problem) => log("failure", problem),
  });
  const { messages: handled } = handledBefore(store, sessionId);
  const readable = messages.map((message) =>
    handled.has(message.uuid) ? { ...message, text: "" } : cleanMessage(message, place)
  );
  await loadAllCues();
  const found = findingsIn(readable, place, "triage");
  const ask = { sessionId, promptCount: NOT_ASKED, at: now.toISOString() };
  return keepAsks(store, { found, dismissed: [] }, ask).length;
}
