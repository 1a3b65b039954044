import { runProcess } from "../../src/cli/process/run_process.ts";
import type { PromptSubmitted, SessionStarted, ToolCaptured } from "../../src/core/writes.ts";
import { prepareHome } from "../../src/runner/prepare_home.ts";
import { assertEquals } from "./assert.ts";
import { CliHome } from "./cli_home.ts";
import { editCaptured } from "./tool_captured.ts";

export const SESSION = "session-1";
export const log = (): void => {};

/** So many minutes after it began. */
export function at(minute: number): string {
  return new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
}

/** A home whose database is set aside as if it had been found to be damaged. */
export class DamagedHome extends CliHome {
  readonly aside = `${this.paths.database}.corrupt-2026-03-02T03-04-05-678Z`;

  start(minute: number): SessionStarted {
    return { kind: "session-started", session: this.session(SESSION), at: at(minute), source: "startup" };
  }

  prompt(minute: number, text: string): PromptSubmitted {
    const [session, promptId] = [this.session(SESSION), text];
    return { kind: "prompt-submitted", session, at: at(minute), promptId, text };
  }

  edit(minute: number, id: string): ToolCaptured {
    const file = `${this.project}/${id}.ts`;
    return editCaptured({ session: this.session(SESSION), at: at(minute), toolUseId: id, file });
  }

  /** What is there so far is that of a database that was found to be damaged. */
  setAside(): void {
    for (const suffix of ["-wal", "-shm", ""]) {
      try {
        Deno.renameSync(this.paths.database + suffix, this.aside + suffix);
      } catch {
        // the last one to close it has removed its logs
      }
    }
  }

  async process(): Promise<number> {
    const home = prepareHome(this.paths, { drainLimit: 0, log });
    using _closed = home.store;
    const { salvaged, failed } = await runProcess({ ...home, paths: this.paths }, {
      sessionId: SESSION,
      log,
    });
    assertEquals(failed, []);
    return salvaged;
  }
}
