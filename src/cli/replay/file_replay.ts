import { summarizeSession } from "../../core/session_summary.ts";
import { sessionTitle } from "../../core/session_title.ts";
import { loadAllCues } from "../../core/triage/languages.ts";
import { handledBefore } from "../../store/handled.ts";
import { noteReplayed } from "../../store/replay_progress.ts";
import { renumberPrompts } from "../../store/renumber_prompts.ts";
import { endReplayedSession, summedUpBy } from "../../store/replay_sessions.ts";
import { sessionFacts, writeSummary } from "../../store/session_facts.ts";
import type { KnownRows } from "../../store/replay_known.ts";
import type { Store } from "../../store/store.ts";
import { decodeHistoryRow, type HistoryRow } from "../../wire/history_row.ts";
import { transcriptValues } from "../../wire/transcript.ts";
import { CandidateFinder } from "./candidates.ts";
import { linesOf } from "./file_lines.ts";
import { agentTypeOf } from "./helper_type.ts";
import type { LeftOut, Places } from "./places.ts";
import { RecordBatch } from "./record_batch.ts";
import { type SessionEnd, SessionReplay } from "./session_replay.ts";
import { countIn, type Tally } from "./tally.ts";
import type { TranscriptFile } from "./transcript_files.ts";

/** What all files of one replay share. */
export interface ReplayRun {
  readonly store: Store;
  readonly places: Places;
  readonly known: KnownRows;
  readonly tally: Tally;
  /** ISO 8601; `undefined`: from the beginning. */
  readonly since: string | undefined;
  readonly hasCandidates: boolean;
  readonly isPreview: boolean;
  /** Told how far the file is read, in bytes. */
  readonly onProgress: (bytes: number) => void;
}

/** A session that goes on is asked about at its stops; what was found already would not be. */
const FRESH_MS = 3_600_000;
/** How often progress is told. */
const PROGRESS_BYTES = 256 * 1024;

/** Replays one file from its start to its end. Throws where it cannot be read or the database cannot be written. */
export async function replayFile(file: TranscriptFile, run: ReplayRun): Promise<void> {
  await loadAllCues();
  const replay = new FileReplay(file, run);
  let told = 0;
  for (const { bytes, offset } of linesOf(file.path)) {
    const values = bytes === undefined ? undefined : transcriptValues(bytes);
    if (values === undefined) run.tally.badLines++;
    for (const { value, start } of values ?? []) {
      const row = decodeHistoryRow(value, start);
      if (row !== undefined) await replay.take(row, offset + start);
    }
    if (offset - told < PROGRESS_BYTES) continue;
    told = offset;
    run.onProgress(offset);
  }
  replay.end();
}

class FileReplay {
  readonly #file: TranscriptFile;
  readonly #run: ReplayRun;
  readonly #batch: RecordBatch;
  readonly #sessions = new Map<string, SessionReplay | LeftOut>();
  readonly #agent: { readonly id: string; readonly type: string | undefined } | undefined;
  #hasRows = false;
  /** A row without a moment has that of the row before it. */
  #at: number;
  /** A row without a folder was written where the one before it was. */
  #cwd: string;

  constructor(file: TranscriptFile, run: ReplayRun) {
    this.#file = file;
    this.#run = run;
    this.#batch = new RecordBatch(run.store, run.tally, { isPreview: run.isPreview });
    this.#agent = file.agentId === undefined ? undefined : { id: file.agentId, type: agentTypeOf(file.path) };
    this.#at = file.mtimeMs;
    this.#cwd = file.path.replace(/[\\/][^\\/]*$/, "");
  }

  async take(row: HistoryRow, offset: number): Promise<void> {
    this.#hasRows = true;
    this.#at = row.at ?? this.#at;
    this.#cwd = row.cwd ?? this.#cwd;
    const session = this.#sessionOf(row.sessionId ?? fileStem(this.#file.path));
    if (session instanceof SessionReplay) await session.take({ row, offset, at: this.#at });
  }

  end(): void {
    const { tally, isPreview } = this.#run;
    if (!this.#hasRows) tally.files.foreign++;
    else tally.files.replayed++;
    const replays = [...this.#sessions.values()].filter((session) => session instanceof SessionReplay);
    if (this.#agent === undefined) {
      for (const { isPaused } of replays) if (isPaused) countIn(tally.leftOut, "paused");
    }
    const ends = replays.filter(({ isPaused }) => !isPaused).map((session) => session.end());
    this.#batch.flush(() => {
      if (isPreview) return;
      for (const end of ends) this.#finishSession(end);
      this.#noteProgress();
    });
  }

  #sessionOf(sessionId: string): SessionReplay | LeftOut {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const session = this.#openSession(sessionId);
    if (!(session instanceof SessionReplay) && this.#agent === undefined) {
      countIn(this.#run.tally.leftOut, session);
    }
    this.#sessions.set(sessionId, session);
    return session;
  }

  #openSession(sessionId: string): SessionReplay | LeftOut {
    const { store, places, known, since, hasCandidates } = this.#run;
    const place = places.placeOf(store, sessionId, this.#cwd);
    if (place.leftOut !== undefined) return place.leftOut;
    const isLearning = hasCandidates && this.#agent === undefined && place.settings.hooks.stop.enabled &&
      !(place.isOpen && Date.now() - this.#file.mtimeMs < FRESH_MS);
    return new SessionReplay({
      place,
      batch: this.#batch,
      known,
      pausedRows: places.pausedRows,
      finder: isLearning ? new CandidateFinder(place, handledBefore(store, sessionId).messages) : undefined,
      agent: this.#agent,
      since: since === undefined ? -Infinity : Date.parse(since),
    });
  }

  #finishSession({ session, lastAnswer, at }: SessionEnd): void {
    const { store } = this.#run;
    const { sessionId } = session;
    endReplayedSession(store, session, at);
    renumberPrompts(store, sessionId);
    if (this.#agent !== undefined) return;
    const by = summedUpBy(store, sessionId);
    if (by === "hooks" || (by === "replay" && !this.#batch.hasAdded)) return;
    const facts = { ...sessionFacts(store, session), lastAnswer };
    writeSummary(store, sessionId, { title: sessionTitle(facts), summary: summarizeSession(facts) });
  }

  /** A session that was left out may be wanted the next time, and tells of which rows of it a fork may not have. */
  #noteProgress(): void {
    const { store, since, hasCandidates } = this.#run;
    const { path, size, mtimeMs } = this.#file;
    const isWhole = [...this.#sessions.values()].every((session) =>
      session instanceof SessionReplay && !session.hasPausedRows
    );
    if (isWhole) noteReplayed(store, path, { size, mtimeMs, since: since ?? null, hasCandidates });
  }
}

function fileStem(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).replace(/\.jsonl$/, "");
}
