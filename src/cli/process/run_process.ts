// The steps of `mneme process`: the work that hooks leave for later.
import { applyWrites } from "../../store/apply_writes.ts";
import { idleSessions } from "../../store/sessions.ts";
import type { ModelPurpose } from "../../base/model_use.ts";
import { DAY_MS } from "../../base/time.ts";
import { errorLine } from "../../base/user_error.ts";
import { drainSpool } from "../../hook/drain_spool.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import { readGap } from "../../machine/daily_backups.ts";
import { findServer } from "../../llm/http.ts";
import { isSwitchedOn } from "../../machine/environment.ts";
import { infoOf } from "../../machine/files.ts";
import { rotatePauseTimes } from "../../machine/pause.ts";
import { listSpool, removeAbandoned } from "../../machine/spool.ts";
import { expireCandidates } from "../../store/candidates.ts";
import { projectsWithNewCode } from "../../store/captures.ts";
import { pruneDrained, pruneEvents, prunePayloads, pruneSessionState } from "../../store/removal.ts";
import { judgeFollowed } from "../../store/repairs.ts";
import { keepSummary, unsummarizedSessions } from "../../store/stories.ts";
import { pruneItemFiles } from "../../store/search_index.ts";
import { queuedForSearch } from "../../store/search_tables.ts";
import { countAll } from "../../store/stats.ts";
import { pruneTellings } from "../../store/tellings.ts";
import { asUserError } from "../frame/attempt.ts";
import { evaluateProject, refreshAllCaches } from "../config/compile.ts";
import { backUpDaily } from "../copies/daily_backup.ts";
import { findPlaces } from "../replay/places.ts";
import { transcriptsOf } from "../replay/transcript_files.ts";
import type { Home } from "../frame/home.ts";
import { computeEmbeddings } from "../search/compute_embeddings.ts";
import { indexScratchpads, recentFolders } from "./index_scratchpads.ts";
import { learnFromWork, observeQueue } from "./read_captures.ts";
import type { LookBackRun } from "./look_back.ts";
import { MAX_QUESTIONS, modelAsker, phraseMemories } from "./model_asker.ts";
import { indexSearch, USUAL_BOUNDS, Workload } from "../frame/workload.ts";

export const DRAINED_AT_ONCE = 100;
const SILENT_MS = 30 * 60_000; // a session silent for so long is summed up even if it has not ended
const EMBEDDING_LIMITS = { items: 5000, timeoutMs: 60_000 };
const RECENT_CODE_MS = 2 * DAY_MS; // earlier runs have seen older changes of files
const EVENTS_AT_ONCE = 1000; // in one transaction, for which a hook may have to wait
const PAYLOADS_AT_ONCE = { maxRows: 150, maxBytes: 1_000_000 };
const CANDIDATE_DAYS = 60; // a candidate that nobody has saved by then is removed
const CANDIDATES_AT_ONCE = 100;
const SESSION_STATE_DAYS = 90; // a session is hardly ever resumed after months
const SYNC_MS = 5000; // the longest sync of a space: the next run tries a hanging remote again

export type ProcessReport = ReturnType<typeof emptyReport>;

/** A session silent for so long is closed, as some clients report no end. */
const CLOSED_AFTER_MS = 12 * 3_600_000;

/** Returns the report of a run before its first step; `report_lines.json` says in words what is counted. */
function emptyReport() {
  return {
    drained: 0,
    replayed: 0,
    processed: 0,
    skipped: 0,
    observations: 0,
    repairs: 0,
    /** Candidates of the session that has ended, without those found by its stops. */
    candidates: 0,
    sessions: 0,
    looked_back: { sessions: 0, windows: 0, found: 0 },
    judged: 0,
    synced: 0,
    scratchpads: 0,
    code_files: 0,
    phrased: 0,
    indexed: 0,
    embedded: 0,
    /** `state` counts bookkeeping, such as old asks, notes, names of spool files, tellings. */
    pruned: { payloads: 0, events: 0, candidates: 0, state: 0 },
    backed_up: false,
    left: { spooled: 0, captures: 0, unindexed: 0 },
    failed: [] as string[],
  };
}

/**
 * The session, if given, comes first, and is summed up even if it is not over. Its transcript is searched for
 * findings that no stop has dealt with.
 */
interface Run extends Omit<LookBackRun, "asker"> {
  readonly workload: Workload;
  readonly report: ProcessReport;
  readonly step: string; // its key in `STEPS`
}

/** The steps in the order in which they run. A key completes "Cannot …" in an error. */
const STEPS: Readonly<Record<string, (run: Run) => void | Promise<void>>> = {
  "bring in the spool": async ({ store, paths, workload, report, log }) => {
    for (;;) {
      const { left, drained } = drainSpool(store, paths, { drainLimit: DRAINED_AT_ONCE, log });
      report.drained += drained;
      report.left.spooled = left;
      if (left === 0 || workload.isOver) return;
      await workload.rest();
    }
  },
  "read what was lost": async ({ store, paths, transcript, report }) => {
    if (readGap(paths) === undefined) return;
    const { fillGap } = await import("../replay/run_replay.ts"); // loaded late, as it loads triage
    report.replayed = fillGap(store, paths, transcript);
  },
  "close sessions that ended without a word": (run) => {
    for (const { lastAt, ...session } of idleSessions(run.store, before(run, CLOSED_AFTER_MS))) {
      const ended = { kind: "session-ended", session, at: lastAt, reason: "idle" } as const;
      run.store.transaction(() => applyWrites(run.store, [ended]));
    }
  },
  "process the queue": async (run) => {
    const { store, sessionId, workload, report } = run;
    // Newer calls of other sessions wait: the end of each session starts a run of its own.
    const choices = sessionId === undefined ? [{}] : [{ sessionId }, { until: before(run, SILENT_MS) }];
    for (const choice of choices) {
      const done = await observeQueue(store, choice, workload);
      for (const name of ["processed", "skipped", "observations"] as const) report[name] += done[name];
    }
  },
  "learn from what was run and changed": async ({ store, workload, report }) => {
    report.repairs = await learnFromWork(store, workload);
  },
  "look for what nobody was asked about": async ({ store, paths, sessionId, transcript, report, log }) => {
    if (sessionId === undefined || transcript === undefined) return;
    const { leaveCandidates } = await import("../replay/candidates.ts"); // loaded late, as it loads triage
    report.candidates = leaveCandidates(store, paths, { sessionId, transcript, log });
  },
  "sum up sessions": async (run) => {
    const { store, paths, sessionId, transcript = "", workload, report } = run;
    const places = findPlaces(paths);
    for (const session of unsummarizedSessions(store, { sessionId, idleSince: before(run, SILENT_MS) })) {
      if (workload.isOver) break;
      const file = session.sessionId === sessionId ? transcript : transcriptsOf(session.sessionId)[0] ?? "";
      const place = infoOf(file)?.isFile && places.placeOf(store, session.sessionId, paths.root);
      const titles = place && (await import("../replay/candidates.ts")).readTitles(store, place, file);
      if (keepSummary(store, session, titles || {})) report.sessions++;
      await workload.rest();
    }
  },
  // This needs the payloads of calls, which a later step removes.
  "judge whether repairs were followed": async ({ store, workload, report }) => {
    report.judged += await workload.repeat(() => judgeFollowed(store));
  },
  // This comes before the indexing, which takes all the time of many runs after an upgrade or an import.
  "remove what is old": async (run) => {
    const { store, paths, now, workload, report: { pruned } } = run;
    const { raw_days } = evaluateProject(paths, paths.root).settings.retention;
    const raw = before(run, raw_days * DAY_MS);
    pruned.payloads = await workload.repeat(() => prunePayloads(store, raw, PAYLOADS_AT_ONCE));
    pruned.events = await workload.repeat(() => pruneEvents(store, raw, EVENTS_AT_ONCE));
    const span = { before: before(run, CANDIDATE_DAYS * DAY_MS), at: now.toISOString() };
    pruned.candidates = await workload.repeat(() => expireCandidates(store, span, CANDIDATES_AT_ONCE));
    pruned.state = pruneSessionState(store, before(run, SESSION_STATE_DAYS * DAY_MS)) +
      pruneDrained(store, () => listSpool(paths)) +
      pruneItemFiles(store) + await workload.repeat(() => pruneTellings(store, raw, EVENTS_AT_ONCE));
  },
  "sync": async ({ paths, workload, report, log }) => {
    if (infoOf(paths.spaces) === undefined || workload.remainingMs <= 0) return;
    const { runSync } = await import("../sync/run_sync.ts"); // loaded late: most users have no space
    const timeoutMs = Math.min(SYNC_MS, workload.remainingMs);
    for (const { space, error } of await runSync("all", { timeoutMs })) {
      if (error === undefined) report.synced++;
      else log("info", `The space ${space} waits for the next run: ${error}`);
    }
  },
  // This comes before longer texts are added, because a slow portion makes the next portions smaller.
  "index what was done": index,
  "read scratchpads": async ({ store, paths, now, workload, report }) => {
    report.scratchpads = await indexScratchpads(store, paths, recentFolders(store, paths, now), workload);
  },
  "refresh the index of code": async (run) => {
    const { store, paths, workload, report } = run;
    const projects = projectsWithNewCode(store, before(run, RECENT_CODE_MS));
    if (projects.length === 0) return;
    const { indexProject, mayIndex } = await import("../index/index_command.ts"); // loaded late: the parser is large
    for (const project of projects) {
      const { privacy, refusal } = mayIndex(paths, project);
      if (refusal !== undefined || workload.isOver) continue;
      const done = await indexProject(store, project, { privacy, workload });
      report.code_files += done.changed + done.removed;
    }
  },
  "have a model say how memories are asked for": async (run) => {
    const asker = askerFor(run, "recall_when", MAX_QUESTIONS);
    run.report.phrased = await phraseMemories(run.store, asker, run.paths.root);
  },
  "index what was written": index,
  "compute embeddings": async (run) => {
    const { store, paths, workload } = run;
    const timeoutMs = Math.min(EMBEDDING_LIMITS.timeoutMs, workload.remainingMs);
    if (timeoutMs <= 0) return;
    const server = findServer("embeddings", evaluateProject(paths, paths.root).settings.embeddings);
    if (server?.kind === "no key" && isSwitchedOn("MNEME_CHILD")) return; // hooks pass on no keys
    const done = await computeEmbeddings(store, paths, { items: EMBEDDING_LIMITS.items, timeoutMs });
    if (done?.problem !== undefined) noteFailure(run, `Cannot ${run.step}: ${done.problem}`);
    run.report.embedded = done?.embedded ?? 0;
  },
  // This comes late, because a model may take all the time that is left.
  "have a model look back on a session": async (run) => {
    const { paths, report } = run;
    const { triage, llm } = evaluateProject(paths, paths.root).settings;
    if (!triage.look_back || llm.provider === "none") return; // a project's own file can only switch it off
    const { lookBack, MAX_WINDOWS } = await import("./look_back.ts"); // loaded late, as it loads triage
    report.looked_back = await lookBack({ ...run, asker: askerFor(run, "look_back", MAX_WINDOWS) });
    if (report.looked_back.found > 0) await index(run);
  },
  "refresh caches": ({ store, paths }) => {
    removeAbandoned(paths, Date.now());
    refreshAllCaches(paths);
    refreshGhapIndex(store, paths); // a session may have ended with open entries
    rotatePauseTimes(paths);
  },
  "back the database up": async ({ paths, now, report, log }) => {
    report.backed_up = await backUpDaily(paths, now, (problem) => log("failure", problem));
  },
  "count what is left": ({ store, report }) => {
    report.left.captures = countAll(store).pending;
    report.left.unindexed = queuedForSearch(store);
  },
};

/** The next run continues a killed one. A step that fails stops no other. */
export async function runProcess(
  { store, paths, drained }: Home,
  options: Pick<Run, "sessionId" | "transcript" | "log">,
) {
  const report = { ...emptyReport(), drained };
  const workload = new Workload(store, USUAL_BOUNDS);
  const run = { ...options, store, paths, report, now: new Date(), workload };
  for (const [step, work] of Object.entries(STEPS)) {
    try {
      await work({ ...run, step });
    } catch (error) {
      noteFailure(run, errorLine(asUserError(step, error)));
    }
  }
  return report;
}

const before = ({ now }: Run, ms: number) => new Date(now.getTime() - ms).toISOString();

function askerFor(run: Run, purpose: ModelPurpose, maxAsked: number) {
  const log = (reason: string, isAnswered: boolean) => {
    const problem = `Cannot ${run.step}: ${reason}`;
    if (isAnswered) run.log("failure", problem); // a wrong answer fails no step
    else noteFailure(run, problem);
  };
  return modelAsker({ ...run, log }, purpose, maxAsked);
}

function noteFailure({ report: { failed }, log }: Pick<Run, "report" | "log">, reason: string): void {
  if (!failed.includes(reason)) failed.push(reason);
  log("failure", reason);
}

async function index({ store, workload, report }: Run): Promise<void> {
  report.indexed += await indexSearch(store, workload);
}
