import { ghapId } from "../../core/ghap/ghap_id.ts";
import { memoryId } from "../../core/memory_id.ts";
import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { removeNumbered } from "../../store/remove_rows.ts";
import { forgetCandidates, type Outcomes, outcomesOf, removeMentions } from "../../store/session_outcomes.ts";
import { sessionsCalled, type SessionView } from "../../store/session_views.ts";
import type { Store } from "../../store/store.ts";
import { emptyLog, warnOfLog } from "../keeping/empty_log.ts";
import { removeSessionDetails } from "../keeping/remove_sessions.ts";
import { fileNoun, filesWith, logsOf } from "../memory/backups.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { bringBackFirst } from "../process/bring_back_first.ts";
import { forgottenLines, type ForgottenSession, sessionContents } from "./forget_lines.ts";
import { leaveTranscripts } from "./transcripts.ts";

export interface ForgetOptions {
  readonly yes?: true;
  readonly json?: true;
}

interface Found {
  readonly session: SessionView;
  readonly outcomes: Outcomes;
}

/** `mneme sessions forget`: everything of these sessions goes, or nothing where one is unknown. */
export async function forgetSessions(ids: readonly string[], options: ForgetOptions): Promise<void> {
  bringBackFirst();
  const { store, paths } = openHome();
  using _closed = store;
  const found = findAll(store, ids);
  if (!options.yes) throw unasked(found);
  await removeSessionDetails(store, { sessions: new Set(found.map(({ session }) => session.session_id)) });
  for (const { session } of found) removeSession(store, session);
  const reports = found.map((one) => reportOf(paths, one));
  if (options.json) printJson(reports);
  else forgottenLines(reports).forEach(printLine);
  if (!emptyLog(store)) warnOfLog();
}

/** Each once, by whichever of its ids it is named. */
function findAll(store: Store, ids: readonly string[]): Found[] {
  const sessions = new Map(ids.map((id) => requireSession(store, id)).map((one) => [one.id, one]));
  return [...sessions.values()].map((session) => ({
    session,
    outcomes: outcomesOf(store, session.session_id),
  }));
}

/** By its whole id: the start of one is too little for what cannot be undone. */
function requireSession(store: Store, id: string): SessionView {
  const [session] = sessionsCalled(store, id, 1);
  if (session?.id === id || session?.session_id === id) return session;
  throw new UserError(`Cannot forget session ${plainText(JSON.stringify(id))}: there is none`, {
    hint: "`mneme sessions list --all` shows what there is",
  });
}

function unasked(found: readonly Found[]): UserError {
  const each = found.map((one) => `${one.session.id} has ${sessionContents(removedOf(one))}`);
  const names = found.map(({ session }) => session.id).join(", ");
  return new UserError(`Cannot forget ${names} unasked: ${each.join("; ")}`, {
    hint: "repeat the command with --yes",
  });
}

/** What is left of a session once its details are gone, with what hooks kept meanwhile. */
function removeSession(store: Store, { id, session_id }: SessionView): void {
  const row = Number(id.slice(1));
  store.transaction(() => {
    forgetCandidates(store, session_id, new Date().toISOString());
    removeMentions(store, row, session_id);
    removeNumbered(store, { name: "sessions", kind: "session" }, [row]);
    leaveTranscripts(store, session_id);
  });
}

function removedOf({ session, outcomes }: Found): ForgottenSession["removed"] {
  return {
    prompts: session.prompt_count,
    tool_calls: session.tool_count,
    candidates: outcomes.candidates.length,
  };
}

function reportOf(paths: Paths, found: Found): ForgottenSession {
  const { session, outcomes } = found;
  return {
    id: session.id,
    session_id: session.session_id,
    is_open: session.status === "active",
    removed: removedOf(found),
    left: {
      memories: outcomes.memories.map(memoryId),
      predictions: outcomes.predictions.map(ghapId),
      files: filesNaming(paths, session.session_id),
    },
  };
}

/** Every line of a log names its session; only what was written at level `data` tells of it. */
function filesNaming(paths: Paths, sessionId: string): string[] {
  const others = filesWith(paths, [sessionId]).filter((file) => fileNoun(file) !== "log");
  return [...others, ...logsOf(paths, new Set([sessionId]))];
}
