import { DatabaseSync } from "node:sqlite";
import { inParallel } from "../_support/parallel.ts";
import type { TestHome } from "../_support/test_home.ts";
import { sleep } from "../_support/wait.ts";
import { asLines, assistantRow, textBlock, userRow } from "../_support/transcript_rows.ts";
import { numbers } from "../_support/random.ts";
import type { PlannedEvent, PlannedSession } from "./plan.ts";

/** What became of an event. */
export interface PlayedEvent {
  readonly session: string;
  readonly planned: PlannedEvent;
  readonly end: "ended" | "killed" | "failed";
  readonly complaint: string;
}

/** All that happened. */
export interface Played {
  readonly events: readonly PlayedEvent[];
  readonly locks: number;
  readonly processRuns: number;
  readonly processKills: number;
}

const AT_ONCE = 8;
const LOCK_MS = 400;
const LOCK_EVERY_MS = 2500;
const PROCESS_EVERY_MS = 8000;

/** Plays the sessions, eight at once, while another process takes the write lock and `mneme process` is killed. */
export async function play(home: TestHome, sessions: readonly PlannedSession[]): Promise<Played> {
  await home.fire("SessionStart", { session_id: "before" });
  const player = new Player(home);
  const beside = [player.takeLocks(), player.runProcess()];
  await inParallel(sessions, AT_ONCE, (session) => player.playSession(session));
  player.isOver = true;
  await Promise.all(beside);
  return player;
}

class Player implements Played {
  isOver = false;
  readonly events: PlayedEvent[] = [];
  locks = 0;
  processRuns = 0;
  processKills = 0;
  readonly #home: TestHome;
  readonly #next = numbers(7);
  /** Of the runs so far; how busy the machine is, is not known before. */
  #usualMs = 60;

  constructor(home: TestHome) {
    this.#home = home;
  }

  async playSession(session: PlannedSession): Promise<void> {
    const project = `${this.#home.root}/project-${session.project}`;
    const transcript = `${this.#home.home}/.claude/projects/p${session.project}/${session.id}.jsonl`;
    for (const folder of [project, transcript.replace(/\/[^/]*$/, "")]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
    for (const [i, planned] of session.events.entries()) {
      this.#say(transcript, session.id, planned, i);
      await this.#playEvent(session.id, planned, {
        session_id: session.id,
        transcript_path: transcript,
        cwd: project,
      });
    }
  }

  async #playEvent(session: string, planned: PlannedEvent, common: Record<string, unknown>): Promise<void> {
    const payload = { ...planned.fields, ...common, hook_event_name: planned.event };
    const { code, stdout, stderr, ms } = await this.#home.hook(planned.hook, payload, {
      env: { CLAUDE_PROJECT_DIR: String(common.cwd) },
      ...(planned.killAt === undefined ? {} : { killAfterMs: Math.ceil(planned.killAt * this.#usualMs) }),
    });
    if (planned.killAt === undefined) this.#usualMs += (ms - this.#usualMs) / 50;
    const isKilled = code !== 0 && planned.killAt !== undefined;
    const complaint = isKilled ? "" : complaintOf(code, stdout, stderr);
    const end = isKilled ? "killed" : complaint === "" ? "ended" : "failed";
    this.events.push({ session, planned, end, complaint });
  }

  #say(transcript: string, sessionId: string, { said }: PlannedEvent, number: number): void {
    if (said === undefined) return;
    const ids = { uuid: `u-${sessionId}-${number}`, sessionId };
    const row = said.role === "user" ? userRow(said.text, ids) : assistantRow([textBlock(said.text)], ids);
    Deno.writeTextFileSync(transcript, asLines([row]), { append: true });
  }

  async takeLocks(): Promise<void> {
    using database = new DatabaseSync(this.#home.database, { timeout: 5000 });
    while (!this.isOver) {
      if (tries(() => database.exec("begin immediate"))) {
        this.locks++;
        await sleep(LOCK_MS);
        database.exec("rollback");
      }
      await sleep(LOCK_EVERY_MS - LOCK_MS);
    }
  }

  async runProcess(): Promise<void> {
    while (!this.isOver) {
      const isKilled = this.#next() < 0.5;
      const { code, stderr } = await this.#home.mneme(
        ["process"],
        isKilled ? { killAfterMs: 50 + this.#next() * 1500 } : {},
      );
      this.processRuns++;
      if (code !== 0 && isKilled) this.processKills++;
      else if (code !== 0) console.error(`mneme process ends with ${code}: ${stderr}`);
      for (let waited = 0; waited < PROCESS_EVERY_MS && !this.isOver; waited += 200) await sleep(200);
    }
  }
}

/** What is wrong with a run that was not killed. */
function complaintOf(code: number, stdout: string, stderr: string): string {
  if (code !== 0 || stderr !== "") return `ended with ${code}: ${stderr}`;
  return stdout === "" || tries(() => JSON.parse(stdout)) ? "" : `printed ${stdout.slice(0, 200)}`;
}

function tries(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
