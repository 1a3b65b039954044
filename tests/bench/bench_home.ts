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

/** Hooks of a real session find what its start left for them, so the session starts here too. */
async function homeSeededBy(seed: (home: TestHome) => void, programs: Programs): Promise<TestHome> {
  const home = new TestHome();
  seed(home);
  const payload = home.payload("SessionStart", { source: "startup" });
  const { code, stderr } = await home.hook("session-start", payload, { dist: programs.folder });
  if (code === 0 && stderr === "") return home;
  home[Symbol.dispose]();
  throw new Error(`Cannot start a session to measure in: status ${code}, ${stderr.trim()}`);
}
