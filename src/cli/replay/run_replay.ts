// Replays transcripts: for `mneme replay`, and to fill the gap that a damaged database or a full disk has left.
import { basename, dirname, join } from "node:path";
import { hasOwnHooks } from "../clients/client_steps.ts";
import { openHome, requirePaths } from "../frame/home.ts";
import { isThere } from "../frame/typed_paths.ts";
import { requireProcessLock } from "../frame/locks.ts";
import { indexSearch, Workload } from "../frame/workload.ts";
import { progressBar } from "../frame/output.ts";
import { refreshAllCaches } from "../config/compile.ts";
import { findPlaces, type LeftOut } from "./places.ts";
import { countIn, newTally, recordBatch, type ReplayRun, SessionReplay } from "./session_replay.ts";
import { findTranscripts, historyPlaces, linesOf, type TranscriptFile } from "./transcript_files.ts";
import { forgetGap, readGap } from "../../machine/daily_backups.ts";
import type { Paths } from "../../machine/paths.ts";
import { KnownRows, noteReplayed, replayedFile } from "../../store/replay.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { asObject, parseJson } from "../../base/json.ts";
import { headText } from "../../machine/files.ts";
import { summarizeSession } from "../../session/session_summary.ts";
import { sessionTitle } from "../../session/session_facts.ts";
import { handledBefore } from "../../store/asks.ts";
import { endReplayedSession, promptKeeper, renumberPrompts, summedUpBy } from "../../store/replay.ts";
import { messagesIn } from "../../store/message_database.ts";
import { sessionFacts, writeSummary } from "../../store/session_facts.ts";
import { asId } from "../../wire/fields.ts";
import { decodeHistoryRow } from "../../wire/history_row.ts";
import { TranscriptReader } from "../../wire/transcript_reader.ts";
import { isMessageDatabase } from "../clients/client_table.ts";
import { candidateFinder, readTitles } from "./candidates.ts";

const LONGEST_WAIT_MS = 3000; // for another run's lock

/** `isAgain` also reads files that have not changed since they were replayed, and sessions that were forgotten. */
type Choice = Pick<ReplayRun, "since" | "hasCandidates"> & { readonly isAgain: boolean };

export async function runReplay(
  files: readonly TranscriptFile[],
  { project, ...choice }: Choice & { readonly project: string | undefined },
) {
  const paths = requirePaths();
  using _lock = await requireProcessLock(paths, "replay", LONGEST_WAIT_MS); // rows of another run would count as new
  using store = openHome().store;
  store.beforeClose(() => {}); // no indexing at the close, as `indexSearch` below does it
  using bar = progressBar("Replaying", files.reduce((bytes, { size }) => bytes + size, 0));
  refreshAllCaches(paths); // notes the end of an exclusion that somebody took out of a settings file
  const places = findPlaces(paths, { wanted: project, isAgain: choice.isAgain });
  const tally = replayFiles(files, { ...choice, store, places, onProgress: (done) => bar.update(done) });
  await indexSearch(store, new Workload(store, { maxMs: 60_000 })); // `mneme process` indexes the rest
  store.checkpoint("truncate");
  return tally;
}

/** The pages (of 4 KiB, 16 MiB in all) above which the write-ahead log is moved into the database. */
const MANY_WAL_PAGES = 4096;

/** Unreadable files are skipped. After a database error, the next replay continues with the same file. */
function replayFiles(files: readonly TranscriptFile[], options: Choice & Omit<ReplayRun, "known" | "tally">) {
  const { store } = options;
  const tally = newTally();
  const known = new KnownRows(store);
  let done = 0;
  for (const file of files) {
    const skipped = whySkipped(store, file, options);
    if (skipped !== undefined) tally.files[skipped]++;
    else {
      try {
        const onProgress = (bytes: number) => options.onProgress(done + bytes);
        replayFile(file, { ...options, known, tally, onProgress });
      } catch (error) {
        // Only an error of the file itself has the `code` of a system error.
        if (error instanceof StoreError || !(error instanceof Error && "code" in error)) throw error;
        tally.files.unreadable++;
      }
      tally.bytes += file.size;
      if (store.walPages() > MANY_WAL_PAGES) store.checkpoint("passive");
    }
    done += file.size;
    options.onProgress(done);
  }
  return tally;
}

/** Says why a file is not read: unchanged since a replay with these or wider options, or last changed before `since`. */
function whySkipped(store: Store, file: TranscriptFile, { since, hasCandidates, isAgain }: Choice) {
  if (since !== undefined && file.mtimeMs < Date.parse(since)) return "too_old";
  const before = isAgain ? undefined : replayedFile(store, file.path);
  if (before === undefined || before.size !== file.size || before.mtimeMs !== file.mtimeMs) return undefined;
  const isCovered = before.since === null || (since !== undefined && before.since <= since);
  return isCovered && (before.hasCandidates || !hasCandidates) ? "unchanged" : undefined;
}

const MARGIN_MS = 60_000; // a client's timestamp may differ so much from the hook's

/**
 * Reads from transcripts what the database lacks after damage or a full disk. Returns how many prompts, calls
 * and memories are new. Memories are saved again only if a backup took the place of a damaged database:
 * without one it is not known which were forgotten.
 */
export function fillGap(store: Store, paths: Paths, transcript?: string): number {
  const gap = readGap(paths);
  if (gap === undefined) return 0;
  // Claude Code keeps a folder for each project in `projects`. A client without mneme's hooks has lost nothing.
  const folder = transcript === undefined ? [] : [dirname(transcript)];
  const named = folder.map((one) => basename(dirname(one)) === "projects" ? dirname(one) : one);
  const places = [...named, ...historyPlaces("all", hasOwnHooks)].filter(isThere);
  const tally = replayFiles(findTranscripts(places).files, {
    store,
    places: findPlaces(paths),
    since: new Date(Date.parse(gap.since) - MARGIN_MS).toISOString(),
    savedUntil: gap.hasBackup ? gap.until : undefined,
    hasCandidates: true,
    isAgain: false,
    onProgress: () => {},
  });
  if (readGap(paths)?.until === gap.until) forgetGap(paths); // else it was damaged again meanwhile
  return tally.prompts + tally.captures + tally.memories;
}

/** An open session changed within this time may go on: its own stops ask, so a replay makes no candidates. */
const FRESH_MS = 3_600_000;
const HEAD_BYTES = 64 * 1024; // of the transcript, or of a small file beside it
const MAX_LINE_BYTES = 64 * 1024 * 1024; // a longer line counts as bad

/** Stores what is new in a transcript. Throws if it cannot read the file or write the database. */
export function replayFile(file: TranscriptFile, run: ReplayRun): void {
  const { store, tally, places, hasCandidates } = run;
  const { path, size, mtimeMs, agentId } = file;
  const batch = recordBatch(store, tally);
  const keepPrompt = promptKeeper(store);
  const beside = (name: string) => headText(join(dirname(path), name), HEAD_BYTES);
  const reader = new TranscriptReader(path, beside);
  // Newer clients write the agent's type into a file of its own.
  const meta = agentId === undefined ? "" : beside(basename(path).replace(/\.jsonl$/, ".meta.json"));
  const type = asId(asObject(parseJson(meta))?.agentType);
  const agent = agentId === undefined ? undefined : { id: agentId, type };
  const sessions = new Map<string, SessionReplay | LeftOut>();
  let isOfSubagent = true;
  // A row without a time or a folder has those of the row before.
  let [at, cwd] = [mtimeMs, dirname(path)];

  const openSession = (sessionId: string, isUnattended: boolean): SessionReplay | LeftOut => {
    const place = places.placeOf(store, sessionId, cwd, reader.client);
    if (place.leftOut !== undefined) return place.leftOut;
    const { hooks, triage } = place.settings;
    const isLearning = hasCandidates && agent === undefined && hooks.stop.enabled &&
      !(isUnattended && triage.unattended === "off") &&
      !(place.isOpen && Date.now() - mtimeMs < FRESH_MS);
    const finder = isLearning ? candidateFinder(place, handledBefore(store, sessionId).messages) : undefined;
    return new SessionReplay({ place, run, batch, keepPrompt, finder, agent });
  };

  for (const { values, offset } of rowsIn(path, reader)) {
    if (values === undefined) tally.bad_lines++;
    for (const row of values?.map(decodeHistoryRow) ?? []) {
      if (row === undefined) continue;
      isOfSubagent &&= row.isSidechain;
      at = row.at ?? at;
      cwd = row.cwd ?? cwd;
      const id = row.sessionId ?? basename(path, ".jsonl");
      const known = sessions.get(id);
      // A script's session counts as attended once a person has typed into it.
      if (!row.isUnattended) batch.unattended.delete(id);
      else if (known === undefined) batch.unattended.add(id);
      const session = known ?? openSession(id, row.isUnattended);
      sessions.set(id, session);
      if (typeof session !== "string") session.take(row, offset, at);
    }
    run.onProgress(offset);
  }
  tally.files[sessions.size > 0 ? "replayed" : "foreign"]++;
  const replays = [...sessions.values()].filter((session) => typeof session !== "string");
  const kept = replays.filter((replay) => !replay.ending().isPaused);
  for (const one of agent === undefined ? sessions.values() : []) { // a session counts once, by its own file
    const reason = typeof one === "string" ? one : one.ending().isPaused ? "paused" : undefined;
    if (reason !== undefined) countIn(tally.left_out, reason);
  }
  for (const session of kept) session.end();
  const isWanted = agent === undefined && !isOfSubagent; // else the session's own file sums it up
  const titles = kept.map(({ place }) => isWanted ? readTitles(store, place, path) : {}); // before the transaction
  batch.flush(() => {
    for (const [i, replay] of kept.entries()) {
      const { session, session: { sessionId } } = replay;
      const { answers, lastAt } = replay.ending();
      endReplayedSession(store, session, lastAt);
      renumberPrompts(store, sessionId);
      const by = summedUpBy(store, sessionId);
      if (!isWanted || by === "hooks" || (by === "replay" && !batch.hasAdded)) continue;
      const facts = { ...sessionFacts(store, session), ...titles[i], ...answers };
      const given = facts.named || facts.topic;
      writeSummary(store, sessionId, { title: sessionTitle(facts), given, summary: summarizeSession(facts) });
    }
    // Rows that were left out may be wanted later, so the file is not marked as replayed.
    const isWhole = replays.length === sessions.size &&
      !replays.some((replay) => replay.ending().hasPausedRows);
    if (isWhole) noteReplayed(store, path, { size, mtimeMs, since: run.since ?? null, hasCandidates });
  });
}

function* rowsIn(path: string, reader: TranscriptReader) {
  if (!isMessageDatabase(path)) {
    for (const { bytes, offset } of linesOf(path)) {
      yield { values: bytes.length > MAX_LINE_BYTES ? undefined : reader.rowsIn(bytes), offset };
    }
    return;
  }
  for (const { message, offset } of messagesIn(path)) yield { values: reader.rowsOf(message), offset };
}
