import { hashText } from "../../../src/base/hash.ts";
import { signatureOf } from "../../../src/search/error_signature.ts";
import { repairMarks, SAME_FAILURE } from "../../../src/search/repair_match.ts";
import { quotedCure, repairsOf, surestCure } from "../../../src/store/repairs.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testIn } from "../../_support/test_in.ts";
import { AT, MemoryStore, PROJECT } from "./memory_store.ts";

const CALLS = ["npm test"];

/** A database in which sessions have repaired failures. */
class RepairStore extends MemoryStore {
  #count = 0;

  /** Keeps the repair of a call that failed with this error, in a session of its own; returns its number. */
  repair(
    error: string,
    project = PROJECT,
    cure = "npm ci",
    marks = repairMarks(signatureOf(error), CALLS),
    files: readonly string[] = [],
  ): number {
    const session_id = `session-${this.#count++}`;
    const worked = JSON.stringify({ text: cure, commands: cure === "" ? [] : [cure], files });
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

const MISSING = "ModuleNotFoundError: No module named 'httpx'";
const REFUSED = "connect ECONNREFUSED 127.0.0.1:6379";
const CRASH = `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: ${REFUSED}
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)
Emitted 'error' event on Socket instance at:
    at emitErrorNT (node:internal/streams/destroy:170:8) {
  errno: -111,
  code: 'ECONNREFUSED',
  syscall: 'connect'
}`;
const COLLECTED =
  `ImportError while importing test module '/p/tests/test_api.py'.\nE   ${MISSING}\nERROR tests/api.py`;

const REQUIRED =
  `Error [ERR_REQUIRE_ESM]: require() of ES Module /p/node_modules/chalk/index.js not supported.
    at Object.<anonymous> (/p/app.js:1:1) {
  code: 'ERR_REQUIRE_ESM'
}

Node.js v20.1.0`;

const PACKAGE =
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'lodash' {\n  code: 'ERR_MODULE_NOT_FOUND'\n}";

test("repairsOf() finds an error that an older version stored with its frame alone", (store) => {
  const mark = `e${hashText("e modulenotfounderror no module named httpx")}`;
  const repair = store.repair(`E   ${MISSING}`, PROJECT, "npm ci", [mark]);
  assertEquals(store.found(MISSING, PROJECT), [repair]);
});

const DIAL = "dial tcp 127.0.0.1:5432: connect: connection refused";
const MOVED: readonly (readonly [learnt: string, met: string, cure: string, isKnown: boolean])[] = [
  [`    balance_test.go:14: ${DIAL}`, `    health_test.go:11: ${DIAL}`, "docker compose up -d db", true],
  ["a.c:1:9: error: no openssl/ssl.h", "b.c:4:9: error: no openssl/ssl.h", "apt install libssl-dev", true],
  [
    "src/a.ts:1:9: error: ctx_handle unused",
    "src/b.ts:4:9: error: ctx_handle unused",
    "npx eslint --fix src/a.ts",
    false,
  ],
  ["java.io.FileNotFoundException: config.yml", "acme.ParseException: config.yml", "npm run generate", false],
];

for (const [learnt, met, cure, isKnown] of MOVED) {
  test(`repairsOf() ${isKnown ? "finds" : "does not find"} ${cure} for ${met} in another test`, (store) => {
    const lines = signatureOf(learnt, "TestBalance");
    const error = lines.map(({ text }) => text).join("\n");
    const sought = { lines: signatureOf(met, "TestHealth"), calls: ["go test ./api"] };
    const found = () =>
      repairsOf(store.store, sought, { project: PROJECT, floor: SAME_FAILURE }).map(({ row }) => row);
    store.repair(error, PROJECT, "edited it", repairMarks(lines, CALLS), ["balance_test.go"]);
    assertEquals(found(), []);
    const repair = store.repair(error, PROJECT, cure, repairMarks(lines, CALLS));
    assertEquals(found(), isKnown ? [repair] : []);
  });
}

const FRAMED: readonly (readonly [learnt: string, met: string, isKnown: boolean, cure?: string])[] = [
  [COLLECTED, `Traceback (most recent call last):\n  File "/p/app.py", line 1\n${MISSING}`, true],
  [`  ● queue › drains\n\n    ${REFUSED}`, CRASH, true],
  [CRASH, REFUSED, true],
  [CRASH, "> Error: connect ECONNREFUSED 127.0.0.1:5432", false],
  [CRASH, CRASH.replaceAll("ECONNREFUSED", "EHOSTUNREACH"), false],
  [REQUIRED, REQUIRED.slice(REQUIRED.indexOf("  code:")), true],
  [PACKAGE, "  code: 'ERR_MODULE_NOT_FOUND'\n}", false, "npm install lodash"],
  [REQUIRED, "  code: 'ERR_REQUIRE_CYCLE'", false],
  [COLLECTED, MISSING.replace("httpx", "redis"), false],
  [COLLECTED, "ERROR tests/api.py", true],
  [COLLECTED, "FAILED in tests/api.py", false],
];

for (const [learnt, met, isKnown, cure] of FRAMED) {
  test(`repairsOf() ${isKnown ? "finds" : "does not find"} ${JSON.stringify(learnt)} for ${met}`, (store) => {
    const repair = store.repair(learnt, PROJECT, cure);
    const sought = { lines: signatureOf(met), calls: [] };
    const found = repairsOf(store.store, sought, { project: PROJECT, floor: SAME_FAILURE });
    assertEquals(found.map(({ row }) => row), isKnown ? [repair] : []);
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

const EDITS: readonly (readonly [files: readonly string[], told: number | undefined])[] = [
  [["src/a.ts"], 1],
  [["src/a.ts", "src/a.ts"], 1],
  [["src/a.ts", "src/b.ts", "src/c.ts"], undefined],
];

for (const [files, told] of EDITS) {
  test(`surestCure() tells ${told === undefined ? "nothing" : "a cure"} after edits of ${files.join(", ")}`, (store) => {
    for (const file of files) store.repair(ERROR, PROJECT, "", undefined, [file]);
    const sought = { lines: signatureOf(ERROR), calls: CALLS };
    assertEquals(
      surestCure(store.store, sought, { window: WINDOW, project: PROJECT })?.id,
      told && `r${told}`,
    );
  });
}

test("surestCure() tells the command that helped where edits disprove each other", (store) => {
  for (const file of ["src/a.ts", "src/b.ts"]) store.repair(ERROR, PROJECT, "", undefined, [file]);
  const repair = store.repair(ERROR);
  const sought = { lines: signatureOf(ERROR), calls: CALLS };
  assertEquals(surestCure(store.store, sought, { window: WINDOW, project: PROJECT })?.id, `r${repair}`);
});

const PROMPTS: readonly (readonly [prompt: string, isKnown: boolean])[] = [
  [`I start it and get\n> ${MISSING}\nwhat now?`, true],
  [`python app.py fails with ${MISSING}`, true],
  [`Since today \`${MISSING}\` comes up at the start.`, true],
  [`FAILED tests/api.py::test_total - AssertionError: the total of the shop is off`, true],
  ["git push says fatal: the index file smaller than expected", true],
  ["It prints psql: error: connection to the server refused", true],
  [`The build fails with ${MISSING}, any idea?`, true],
  [`It fails with ${MISSING} when I start it in a container. Mend it.`, true],
  ["The build fails with ModuleNotFoundError: No module named what, any idea?", false],
  ["python app.py fails with ModuleNotFoundError: No module named 'redis'", false],
  ["Why does a ModuleNotFoundError come at the start?", false],
];

for (const [prompt, isKnown] of PROMPTS) {
  test(`quotedCure() ${isKnown ? "finds" : "does not find"} the repair that ${prompt} quotes`, (store) => {
    store.repair(COLLECTED);
    store.repair("FAILED tests/api.py::test_total - AssertionError: the total of the shop is off");
    store.repair("fatal: the index file smaller than expected");
    store.repair("psql: error: connection to the server refused");
    const place = { window: WINDOW, project: PROJECT, tokenBudget: 300, now: new Date(AT) };
    assertEquals(quotedCure(store.store, prompt, place).text !== undefined, isKnown);
  });
}
