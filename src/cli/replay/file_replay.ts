import { basename, dirname, join } from "node:path";
import { asObject, parseJson } from "../../base/json.ts";
import { shortTextOf } from "../../machine/files.ts";
import { summarizeSession } from "../../session/session_summary.ts";
import { sessionTitle } from "../../session/session_facts.ts";
import { handledBefore } from "../../store/asks.ts";
import {
  endReplayedSession,
  noteReplayed,
  PromptKeeper,
  renumberPrompts,
  summedUpBy,
} from "../../store/replay.ts";
import { messagesIn } from "../../store/message_database.ts";
import { sessionFacts, writeSummary } from "../../store/session_facts.ts";
import { asId } from "../../wire/fields.ts";
import { decodeHistoryRow, type HistoryRow } from "../../wire/history_row.ts";
import { TranscriptReader } from "../../wire/foreign_history.ts";
import { isMessageDatabase } from "../clients/client_table.ts";
import { candidateFinder } from "./candidates.ts";
import type { LeftOut } from "./places.ts";
import { countIn, recordBatch } from "./record_batch.ts";
import { type ReplayRun, SessionReplay } from "./session_replay.ts";
import { linesOf, type TranscriptFile } from "./transcript_files.ts";

/** A session changed within this time may still go on: its own stops ask, and a replay makes no candidates. */
const FRESH_MS = 3_600_000;
/** The most bytes of a small file beside a transcript; the client writes no larger ones. */
const MAX_BYTES = 64 * 1024;
/** The most bytes of a line; no client writes longer ones. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Replays one file. Throws if the file cannot be read or the database cannot be written. */
export function replayFile(file: TranscriptFile, run: ReplayRun): void {
  const { store, tally, places, hasCandidates } = run;
  const { path, size, mtimeMs, agentId } = file;
  const batch = recordBatch(store, tally);
  const prompts = new PromptKeeper();
  const beside = (name: string) => shortTextOf(join(dirname(path), name), MAX_BYTES) ?? "";
  const reader = new TranscriptReader(path, beside);
  // Newer clients write the agent's type into a file beside its transcript.
  const meta = agentId === undefined ? "" : beside(basename(path).replace(/\.jsonl$/, ".meta.json"));
  const type = asId(asObject(parseJson(meta))?.agentType);
  const agent = agentId === undefined ? undefined : { id: agentId, type };
  const sessions = new Map<string, SessionReplay | LeftOut>();
  let hasRows = false;
  // A row without a time or a folder gets those of the row before it.
  let [at, cwd] = [mtimeMs, dirname(path)];

  const openSession = (sessionId: string, isUnattended: boolean): SessionReplay | LeftOut => {
    const place = places.placeOf(store, sessionId, cwd, reader.client);
    if (place.leftOut !== undefined) return place.leftOut;
    const { hooks, triage } = place.settings;
    const isLearning = hasCandidates && agent === undefined && hooks.stop.enabled &&
      !(isUnattended && triage.unattended === "off") &&
      !(place.isOpen && Date.now() - mtimeMs < FRESH_MS);
    const finder = isLearning ? candidateFinder(place, handledBefore(store, sessionId).messages) : undefined;
    return new SessionReplay({ place, run, batch, prompts, finder, agent });
  };
  // The session of a subagent's file is counted with the session's own file.
  const countLeftOut = (reason: LeftOut) => {
    if (agent === undefined) countIn(tally.left_out, reason);
  };
  const take = (row: HistoryRow, offset: number) => {
    hasRows = true;
    at = row.at ?? at;
    cwd = row.cwd ?? cwd;
    const id = row.sessionId ?? basename(path, ".jsonl");
    const known = sessions.get(id);
    // A session that a script began counts as attended once a person has typed into it.
    if (!row.isUnattended) batch.unattended.delete(id);
    else if (known === undefined) batch.unattended.add(id);
    const session = known ?? openSession(id, row.isUnattended);
    sessions.set(id, session);
    if (typeof session !== "string") session.take(row, offset, at);
    else if (known === undefined) countLeftOut(session);
  };
  const finish = (replay: SessionReplay) => {
    const { session, session: { sessionId } } = replay;
    const { lastAnswer, lastAt } = replay.ending();
    endReplayedSession(store, session, lastAt);
    renumberPrompts(store, sessionId);
    if (agent !== undefined) return;
    const by = summedUpBy(store, sessionId);
    if (by === "hooks" || (by === "replay" && !batch.hasAdded)) return;
    const facts = { ...sessionFacts(store, session), lastAnswer };
    writeSummary(store, sessionId, { title: sessionTitle(facts), summary: summarizeSession(facts) });
  };

  for (const { values, offset } of rowsIn(path, reader)) {
    if (values === undefined) tally.bad_lines++;
    for (const { value, start } of values ?? []) {
      const row = decodeHistoryRow(value, start);
      if (row !== undefined) take(row, offset + start);
    }
    run.onProgress(offset);
  }
  tally.files[hasRows ? "replayed" : "foreign"]++;
  const replays = [...sessions.values()].filter((session) => typeof session !== "string");
  const kept = replays.filter((replay) => !replay.ending().isPaused);
  for (let paused = replays.length - kept.length; paused > 0; paused--) countLeftOut("paused");
  for (const session of kept) session.end();
  batch.flush(() => {
    kept.forEach(finish);
    // A file is marked as replayed only if no row was left out: such rows may be wanted later.
    const isWhole = replays.length === sessions.size &&
      !replays.some((replay) => replay.ending().hasPausedRows);
    if (isWhole) noteReplayed(store, path, { size, mtimeMs, since: run.since ?? null, hasCandidates });
  });
}

/** Yields the rows of a file line by line, or of a client's database message by message. */
function* rowsIn(path: string, reader: TranscriptReader) {
  if (!isMessageDatabase(path)) {
    for (const { bytes, offset } of linesOf(path)) {
      yield { values: bytes.length > MAX_LINE_BYTES ? undefined : reader.rowsIn(bytes), offset };
    }
    return;
  }
  for (const { message, offset } of messagesIn(path)) {
    yield { values: reader.rowsOf(message).map((value) => ({ value, start: 0 })), offset };
  }
}
