import { type ErrorLine, signatureOf } from "../../../src/search/error_signature.ts";
import { QUOTES_ERROR } from "../../../src/search/error_signs.ts";
import { repairMarks, SAME_FAILURE } from "../../../src/search/repair_match.ts";
import { quotedFix, repairsOf, surestFix } from "../../../src/store/repairs.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { testIn } from "../../_support/test_in.ts";
import { AT, MemoryStore, PROJECT } from "./memory_store.ts";

const CALLS = ["npm test"];

interface Learnt {
  readonly project?: string;
  readonly cure?: string | undefined;
  readonly lines?: readonly ErrorLine[];
  readonly files?: readonly string[];
}

/** A database in which sessions have repaired failures. */
class RepairStore extends MemoryStore {
  #count = 0;

  /** Keeps the repair of a call that failed with this error, in a session of its own; returns its number. */
  repair(
    error: string,
    { project = PROJECT, cure = "npm ci", lines = signatureOf(error), files = [] }: Learnt = {},
  ): number {
    const session_id = `session-${this.#count++}`;
    const worked = JSON.stringify({ text: cure, commands: cure === "" ? [] : [cure], files });
    const marks = repairMarks(lines, CALLS);
    const failed = { command: "npm test", error, marks, created_at: AT };
    this.add("sessions", { session_id, project, started_at: AT });
    const row = this.add("repairs", { ...failed, session_id, capture_id: 1, worked, worked_at: AT });
    for (const mark of marks) this.add("repair_marks", { mark, repair: row });
    return row;
  }

  foundAt(lines: readonly ErrorLine[], calls = CALLS): number[] {
    return repairsOf(this.store, { lines, calls }, { project: PROJECT, floor: SAME_FAILURE }).map(({ row }) =>
      row
    );
  }
}

const test = testIn(RepairStore);
const ERROR = "Error: lockfile of the shop is older than package.json";

test("repairsOf() finds the repair of an error behind any number of newer ones of the same call", (store) => {
  const repair = store.repair(ERROR);
  const letters = [..."abcdefghij".repeat(7)];
  for (const letter of letters) store.repair(`TypeError: total of the cart ${letter} is not a function`);
  assertEquals(store.foundAt(signatureOf(ERROR)), [repair]);
});

test("repairsOf() finds the repair of a project behind any number of newer ones elsewhere", (store) => {
  const repair = store.repair(ERROR);
  for (let i = 0; i < 70; i++) store.repair(ERROR, { project: "/home/dev/other", cure: "npm install" });
  assertEquals(store.foundAt(signatureOf(ERROR)), [repair]);
});

/** `isKnown`: the repair of the failure that was learnt is found at the one that is met. */
type Met = Readonly<{ learnt: string; met: string; cure?: string; isKnown: boolean }>;

for (const { learnt, met, cure, isKnown } of casesOf<Met>(import.meta.filename, "_moved")) {
  test(`repairsOf() ${isKnown ? "finds" : "does not find"} ${cure} for ${met} in another test`, (store) => {
    const lines = signatureOf(learnt, "TestBalance");
    const error = lines.map(({ text }) => text).join("\n");
    const found = () => store.foundAt(signatureOf(met, "TestHealth"), ["go test ./api"]);
    store.repair(error, { cure: "edited it", lines, files: ["balance_test.go"] });
    assertEquals(found(), []);
    const repair = store.repair(error, { cure, lines });
    assertEquals(found(), isKnown ? [repair] : []);
  });
}

for (const { learnt, met, cure, isKnown } of casesOf<Met>(import.meta.filename, "_framed")) {
  test(`repairsOf() ${isKnown ? "finds" : "does not find"} ${JSON.stringify(learnt)} for ${met}`, (store) => {
    const repair = store.repair(learnt, { cure });
    assertEquals(store.foundAt(signatureOf(met), []), isKnown ? [repair] : []);
  });
}

const WINDOW = {
  sessionId: "s",
  agentId: null,
  number: 0,
  since: AT,
  shown: new Set<string>(),
  excluded: new Set<string>(),
  told: new Set<string>(),
};

for (const files of [["src/a.ts"], ["src/a.ts", "src/a.ts"], ["src/a.ts", "src/b.ts", "src/c.ts"]]) {
  const isOne = new Set(files).size === 1;
  test(`surestFix() tells ${isOne ? "a cure" : "only a command"} after edits of ${files.join(", ")}`, (store) => {
    const cure = () => {
      const sought = { lines: signatureOf(ERROR), calls: CALLS };
      return surestFix(store.store, sought, { window: WINDOW, project: PROJECT })?.id;
    };
    for (const file of files) store.repair(ERROR, { cure: "", files: [file] });
    assertEquals(cure(), isOne ? "r1" : undefined);
    const repair = store.repair(ERROR);
    if (!isOne) assertEquals(cure(), `r${repair}`);
  });
}

for (
  const { prompt, isKnown } of casesOf<{ prompt: string; isKnown: boolean }>(import.meta.filename, "_quoted")
) {
  test(`quotedFix() ${isKnown ? "finds" : "does not find"} the repair that ${prompt} quotes`, (store) => {
    store.repair("E   ModuleNotFoundError: No module named 'httpx'\nERROR tests/api.py");
    store.repair("FAILED tests/api.py::test_total - AssertionError: the total of the shop is off");
    store.repair("fatal: the index file smaller than expected");
    store.repair("psql: error: connection to the server refused");
    store.repair("cp: der Aufruf von stat ist nicht möglich: Datei oder Verzeichnis nicht gefunden");
    const place = { window: WINDOW, project: PROJECT, tokenBudget: 300, now: new Date(AT) };
    const isFound = QUOTES_ERROR.test(prompt) && quotedFix(store.store, prompt, place).text !== undefined;
    assertEquals(isFound, isKnown);
  });
}
