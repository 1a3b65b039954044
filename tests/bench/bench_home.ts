import { TestHome } from "../_support/test_home.ts";
import type { Programs } from "./programs.ts";
import { seedCaptures, seedHistory, seedMemories } from "./seed.ts";

/** The home of a session that is under way, in a database with a history of 10,000 rows per table. */
export function homeWithHistory(programs: Programs): Promise<TestHome> {
  return homeSeededBy(seedHistory, programs);
}

/** The same with nothing but so many captures and their events. */
export function homeWithCaptures(rows: number, programs: Programs): Promise<TestHome> {
  return homeSeededBy((home) => seedCaptures(home, rows), programs);
}

/** The same with so many memories in an index. */
export function homeWithMemories(rows: number, programs: Programs): Promise<TestHome> {
  return homeSeededBy((home) => seedMemories(home, rows), programs);
}

const PROMPT = "Why does the total of ledger 7 differ by a cent from the invoice? Find it and fix it.";

/**
 * Hooks of a real session find what its start and its first prompt left for them, so the session starts here too: a stop
 * that knows no prompt looks for one in a transcript.
 */
async function homeSeededBy(seed: (home: TestHome) => void, programs: Programs): Promise<TestHome> {
  const home = new TestHome();
  seed(home);
  const started = home.payload("SessionStart", { source: "startup" });
  const prompted = home.payload("UserPromptSubmit", { prompt: PROMPT, prompt_id: "the first prompt" });
  for (const [hook, payload] of [["session-start", started], ["user-prompt-submit", prompted]] as const) {
    const { code, stderr } = await home.hook(hook, payload, { dist: programs.folder });
    if (code === 0 && stderr === "") continue;
    home[Symbol.dispose]();
    throw new Error(`Cannot start a session to measure in: ${hook} ended with ${code}, ${stderr.trim()}`);
  }
  return home;
}
