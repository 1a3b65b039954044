import { removeAbandoned } from "../../host/spool.ts";
import type { LogFunction } from "../../runner/hook_run.ts";
import { drainSpool } from "../../runner/drain_spool.ts";
import { refreshGhapIndex } from "../../runner/refresh_ghap_index.ts";
import { queuedForSearch } from "../../store/processing/search_queue.ts";
import { countAll } from "../../store/stats.ts";
import { evaluateProject } from "../config/compile.ts";
import { refreshAllCaches } from "../config/refresh.ts";
import type { Home } from "../prepare_home.ts";
import { bringBackDamaged } from "./bring_back_damaged.ts";
import { computeEmbeddings, type EmbeddingReport } from "../search/compute_embeddings.ts";
import { applyRetention, pruneMoment, type RetentionOptions } from "./apply_retention.ts";
import { indexScratchpads, recentFolders } from "./index_scratchpads.ts";
import { indexSearch } from "./index_search.ts";
import { judgeBroughtBack } from "./judge_brought_back.ts";
import { observeQueue, type QueueResult } from "./observe_queue.ts";
import type { ProcessReport } from "./process_report.ts";
import { refreshCode } from "./refresh_code.ts";
import { rewordStories } from "./reword_stories.ts";
import { tellSessions } from "./tell_sessions.ts";
import { USUAL_BOUNDS, Workload } from "./workload.ts";

export interface ProcessOptions {
  /** Comes first, and is told though it is not over; of the others only what is no longer fresh. */
  readonly sessionId: string | undefined;
  /** Of that session, once it is over: what no stop has dealt with is looked for in it. */
  readonly transcript?: string | undefined;
  readonly log: LogFunction;
}

/** Spooled events in one transaction. */
export const DRAINED_AT_ONCE = 100;
/** With a session named, fresh captures of others are left: their sessions go on, and their own end will come. */
const FRESH_MS = 30 * 60_000;
const EMBEDDED = { items: 5000, timeoutMs: 60_000 };

/**
 * Does what hooks leave for later, in steps that are bounded and made of short transactions; whoever kills it, the next
 * run goes on. A step that fails leaves the others their turn.
 */
export async function runProcess(home: Home, options: ProcessOptions): Promise<ProcessReport> {
  return await new ProcessRun(home, options).run();
}

class ProcessRun {
  readonly #home: Home;
  readonly #options: ProcessOptions;
  readonly #workload: Workload;
  readonly #keep: RetentionOptions;
  readonly #failed: string[] = [];

  constructor(home: Home, options: ProcessOptions) {
    this.#home = home;
    this.#options = options;
    this.#workload = new Workload(home.store, USUAL_BOUNDS);
    const { retention } = evaluateProject(home.paths, home.paths.root).settings;
    this.#keep = { now: new Date(), rawDays: retention.raw_days };
  }

  async run(): Promise<ProcessReport> {
    const { store, paths } = this.#home;
    const workload = this.#workload;
    const spool = await this.#attempt("bring in the spool", () => this.#drain(), { drained: 0, left: 0 });
    const damaged = { workload, log: this.#options.log };
    const broughtBack = await this.#attempt(
      "bring back what a damaged database holds",
      () => bringBackDamaged(store, paths, damaged),
      { rows: 0, unreadable: [] },
    );
    const queue = await this.#attempt("process the queue", () => this.#observe(), NOTHING_OBSERVED);
    const candidates = await this.#attempt(
      "look for what nobody was asked about",
      () => this.#leaveCandidates(),
      0,
    );
    const told = await this.#attempt("sum up sessions", () => this.#tell(), { told: 0, byModel: 0 });
    const judged = await this.#attempt(
      "judge what was brought back",
      () => judgeBroughtBack(store, this.#keep.now, workload),
      0,
    );
    // What is short first, as portions follow how long the last one took.
    const index = () => indexSearch(store, workload);
    const indexedFirst = await this.#attempt("index what was done", index, 0);
    const scratchpads = await this.#attempt("read scratchpads", () => {
      const folders = recentFolders(store, paths, this.#keep.now);
      return indexScratchpads(store, paths, { folders, workload });
    }, 0);
    const code = { now: this.#keep.now, workload };
    const codeFiles = await this.#attempt(
      "refresh the index of code",
      () => refreshCode(store, paths, code),
      0,
    );
    const indexedLast = await this.#attempt("index what was written", index, 0);
    const embedded = await this.#attempt("compute embeddings", () => this.#embed(), undefined);
    const retention = { options: this.#keep, workload };
    const nothing = { payloads: 0, events: 0, candidates: 0, state: 0 };
    const pruned = await this.#attempt(
      "remove what is old",
      () => applyRetention(store, paths, retention),
      nothing,
    );
    await this.#attempt("refresh caches", () => this.#refresh(), undefined);
    const uncounted = { captures: 0, unindexed: 0 };
    const left = await this.#attempt("count what is left", () => this.#countLeft(), uncounted);
    return {
      drained: spool.drained,
      salvaged: broughtBack.rows,
      unreadable: broughtBack.unreadable,
      ...queue,
      candidates,
      sessions: told.told,
      sessions_by_model: told.byModel,
      judged,
      scratchpads,
      code_files: codeFiles,
      indexed: indexedFirst + indexedLast,
      embedded: embedded?.embedded ?? 0,
      pruned,
      left: { spooled: spool.left, ...left },
      failed: this.#failed,
    };
  }

  async #attempt<T>(what: string, work: () => T | Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const reason = `Cannot ${what}: ${error instanceof Error ? error.message : error}`;
      this.#failed.push(reason);
      this.#options.log("failure", reason);
      return otherwise;
    }
  }

  async #drain(): Promise<{ drained: number; left: number }> {
    const { store, paths } = this.#home;
    for (let { drained } = this.#home, before = Infinity;;) {
      const { left, ...result } = drainSpool(store, paths, {
        drainLimit: DRAINED_AT_ONCE,
        log: this.#options.log,
      });
      drained += result.drained;
      const isStuck = left >= before; // on files that can be neither read nor set aside
      if (left === 0 || isStuck || this.#workload.isOver) return { drained, left };
      before = left;
      await this.#workload.rest();
    }
  }

  async #observe(): Promise<QueueResult> {
    const { sessionId } = this.#options;
    const pruneBefore = pruneMoment(this.#keep);
    const observe = (choice: { sessionId?: string; until?: string }) =>
      observeQueue(this.#home.store, { ...choice, pruneBefore }, this.#workload);
    if (sessionId === undefined) return await observe({});
    const own = await observe({ sessionId });
    const others = await observe({ until: new Date(this.#keep.now.getTime() - FRESH_MS).toISOString() });
    return {
      processed: own.processed + others.processed,
      skipped: own.skipped + others.skipped,
      observations: own.observations + others.observations,
    };
  }

  async #leaveCandidates(): Promise<number> {
    const { sessionId, transcript, log } = this.#options;
    if (sessionId === undefined || transcript === undefined) return 0;
    const { leaveCandidates } = await import("./leave_candidates.ts"); // triage with its model: most runs do without
    const { store, paths } = this.#home;
    return await leaveCandidates(store, paths, {
      ended: { sessionId, transcript },
      now: this.#keep.now,
      log,
    });
  }

  async #tell(): Promise<{ told: number; byModel: number }> {
    const { store, paths } = this.#home;
    const { sessionId, log } = this.#options;
    const reword = rewordStories(paths, this.#workload, (reason) => log("failure", reason));
    return await tellSessions(store, { sessionId, now: this.#keep.now, reword }, this.#workload);
  }

  async #embed(): Promise<EmbeddingReport | undefined> {
    const { store, paths } = this.#home;
    const timeoutMs = Math.min(EMBEDDED.timeoutMs, this.#workload.remainingMs);
    if (timeoutMs <= 0) return undefined;
    const report = await computeEmbeddings(store, paths, { items: EMBEDDED.items, timeoutMs });
    if (report?.problem !== undefined) this.#options.log("failure", report.problem);
    return report;
  }

  #countLeft(): { captures: number; unindexed: number } {
    const { store } = this.#home;
    return { captures: countAll(store).pending, unindexed: queuedForSearch(store) };
  }

  #refresh(): void {
    const { store, paths } = this.#home;
    removeAbandoned(paths, Date.now());
    refreshAllCaches(paths);
    refreshGhapIndex(store, paths); // a session that ended may have left entries open
  }
}

const NOTHING_OBSERVED: QueueResult = { processed: 0, skipped: 0, observations: 0 };
