import { noteEvidence } from "../../../src/store/apply_writes.ts";
import { lessonsFor } from "../../../src/store/ghap_lessons.ts";
import { indexQueued } from "../../../src/store/search_index.ts";
import { assertEquals } from "../../_support/assert.ts";
import { AT, MemoryStore, PROJECT, test } from "./memory_store.ts";

/** A resolved entry whose run failed in `test`. */
function learn(memory: MemoryStore, goal: string, test: string, project: string = PROJECT): number {
  const row = memory.predict({ goal, project });
  const outcome = { kind: "tests", result: "fail", firstFailure: test, command: "pytest", at: AT };
  noteEvidence(memory.store, row, JSON.stringify(outcome));
  memory.resolve(row, { status: "falsified", lesson: { what_worked: "", takeaway: `learned from ${goal}` } });
  indexQueued(memory.store, 10);
  return row;
}

test("lessonsFor() finds what the same test or the same error taught, the same test first", (memory) => {
  learn(memory, "ECONNREFUSED from the redis container", "tests/e2e.py::test_login");
  const same = learn(memory, "rounding of the total", "tests/test_cart.py::test_total");
  learn(memory, "colours of the button", "tests/test_button.py::test_red");
  learn(memory, "rounding of the total", "tests/test_cart.py::test_total", "/home/dev/other");
  const found = (test: string, text: string) =>
    lessonsFor(memory.store, { project: PROJECT, lines: [test, text] }, 3).map(({ id }) => id);
  assertEquals(found("tests/test_cart.py::test_total", "AssertionError"), [same]);
  assertEquals(found("tests/other.py::test_x", "ECONNREFUSED 127.0.0.1 redis"), [1]);
  assertEquals(found("tests/other.py::test_x", "expected 1 received 2"), []);
  assertEquals(found("", ""), []);
});

test("lessonsFor() finds nothing by the name of the command alone, however sure the lesson is", (memory) => {
  learn(memory, "rounding of the total", "tests/test_cart.py::test_total");
  memory.store.run(
    "update ghap set confidence_tier = 'gold', evidence = replace(evidence, 'pytest', 'make test')",
  );
  indexQueued(memory.store, 10);
  const test = "tests/test_login.py::test_in";
  const found = (command: string, error: string) => {
    const sought = { project: PROJECT, lines: [test, error, command], domain: "debugging" } as const;
    return lessonsFor(memory.store, sought, 3).map(({ id }) => id);
  };
  assertEquals(found("make test", "ConnectionResetError"), []);
  assertEquals(found("make test", "learned rounding"), [1]);
});

test("lessonsFor() reads the phrases of a lesson, and not the names of its parts", (memory) => {
  learn(memory, "rounding of the total", "tests/test_cart.py::test_total");
  const lesson = { what_worked: "", takeaway: "count in cents", recall_when: ["invoice is off by a cent"] };
  memory.store.run("update ghap set lesson = ?", JSON.stringify(lesson));
  indexQueued(memory.store, 10);
  const found = (text: string) =>
    lessonsFor(memory.store, { project: PROJECT, lines: [text] }, 3).map(({ id }) => id);
  assertEquals(found("invoice off"), [1]);
  assertEquals(found("invoice when worked"), []);
});

test("lessonsFor() takes words that mean something to the index as words", (memory) => {
  learn(memory, "rounding", "t");
  const texts = ['" OR "', "NEAR(a b)", "col : x", "a* AND", "'; drop table ghap; --", "-- ....", "\0\ud800"];
  for (const text of texts) {
    assertEquals(lessonsFor(memory.store, { project: PROJECT, lines: [text] }, 3), []);
  }
});
