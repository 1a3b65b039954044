import { signatureOf } from "../../../src/search/error_signature.ts";
import { repairMarks, SAME_FAILURE } from "../../../src/search/repair_match.ts";
import { repairsOf } from "../../../src/store/found_repairs.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testIn } from "../../_support/test_in.ts";
import { AT, MemoryStore, PROJECT } from "./memory_store.ts";

const CALLS = ["npm test"];

/** A database in which sessions have repaired failures. */
class RepairStore extends MemoryStore {
  #count = 0;

  /** Keeps the repair of a call that failed with this error, in a session of its own; returns its number. */
  repair(error: string, project = PROJECT, cure = "npm ci"): number {
    const session_id = `session-${this.#count++}`;
    const marks = repairMarks(signatureOf(error), CALLS);
    const worked = JSON.stringify({ text: cure, commands: [cure], files: [] });
    const failed = { command: "npm test", error, marks, created_at: AT };
    this.add("sessions", { session_id, project, started_at: AT });
    const row = this.add("repairs", { ...failed, session_id, capture_id: 1, worked, worked_at: AT });
    for (const mark of marks) this.add("repair_marks", { mark, repair: row });
    return row;
  }

  found(error: string, project?: string): number[] {
    const sought = { lines: signatureOf(error), calls: CALLS };
    return repairsOf(this.store, sought, { project, floor: SAME_FAILURE }).map(({ row }) => row);
  }
}

const test = testIn(RepairStore);
const ERROR = "Error: lockfile of the shop is older than package.json";

test("repairsOf() finds the repair of an error behind any number of newer ones of the same call", (store) => {
  const repair = store.repair(ERROR);
  const letters = [..."abcdefghij".repeat(7)];
  for (const letter of letters) store.repair(`TypeError: total of the cart ${letter} is not a function`);
  assertEquals(store.found(ERROR), [repair]);
});

test("repairsOf() finds the repair of a project behind any number of newer ones elsewhere", (store) => {
  const repair = store.repair(ERROR);
  for (let i = 0; i < 70; i++) store.repair(ERROR, "/home/dev/other", "npm install");
  assertEquals(store.found(ERROR, PROJECT), [repair]);
});
