import { findTranscript, type TranscriptRequest } from "../../../src/machine/transcripts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { asLines, userRow } from "../../_support/transcript_rows.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

/** Writes a file per entry: its text, and how many minutes ago it changed; returns their folder. */
function filled({ project }: TestHome, files: Readonly<Record<string, readonly [string, number]>>): string {
  for (const [name, [text, minutes]] of Object.entries(files)) {
    const seconds = (NOW - minutes * MINUTE) / 1000;
    Deno.writeTextFileSync(`${project}/${name}`, text);
    Deno.utimeSync(`${project}/${name}`, seconds, seconds);
  }
  return project;
}

function find(folder: string, fields: Partial<TranscriptRequest> = {}): string | undefined {
  const path = `${folder}/mine.jsonl`;
  const request = { path, sessionId: "mine", now: NOW, isKnownSession: () => false, ...fields };
  return findTranscript(request)?.slice(folder.length + 1);
}

function rowsOf(sessionId: string, count = 1): string {
  return asLines(Array.from({ length: count }, () => userRow("hi", { sessionId })));
}

const MANY = rowsOf("another", 2000);
const EMPTY = { "mine.jsonl": ["", 0], "unowned.jsonl": [rowsOf("any"), 1] } as const;
const TALK = asLines([userRow(`{"sessionId":"mine"}`, { sessionId: "another" })]);

const CASES: readonly (readonly [
  name: string,
  files: Readonly<Record<string, readonly [text: string, minutes: number]>>,
  found: string | undefined,
  fields?: Partial<TranscriptRequest>,
])[] = [
  [
    "takes the given file when it is there",
    { "mine.jsonl": [rowsOf("any"), 99], "other.jsonl": [rowsOf("mine"), 0] },
    "mine.jsonl",
  ],
  ["takes no other session's where the given file is empty", EMPTY, "mine.jsonl"],
  [
    "takes the newest of the session where the given file is empty",
    { ...EMPTY, "other.jsonl": [rowsOf("mine"), 9] },
    "other.jsonl",
  ],
  [
    "takes the newest that carries the session's id, however old",
    {
      "older.jsonl": [rowsOf("mine"), 500],
      "newer.jsonl": [rowsOf("mine"), 400],
      "unowned.jsonl": [rowsOf("another"), 1],
      "mine.txt": [rowsOf("mine"), 0],
      "agent-1.jsonl": [rowsOf("mine"), 0],
    },
    "newer.jsonl",
  ],
  ["finds the id at the start of a long file", { "a.jsonl": [rowsOf("mine") + MANY, 500] }, "a.jsonl"],
  ["finds the id at the end of a long file", { "a.jsonl": [MANY + rowsOf("mine"), 500] }, "a.jsonl"],
  ["finds the id behind a blank", { "a.jsonl": [rowsOf("mine").replaceAll('":', '": '), 500] }, "a.jsonl"],
  ["takes no file for the session's that only talks about it", { "talk.jsonl": [TALK, 500] }, undefined],
  [
    "takes the newest recent file that no known session owns",
    {
      "a.jsonl": [rowsOf("known"), 1],
      "known-by-name.jsonl": ["", 2],
      "b.jsonl": [rowsOf("b"), 3],
      "c.jsonl": [rowsOf("c"), 4],
    },
    "b.jsonl",
    { isKnownSession: (id) => id.startsWith("known") },
  ],
  [
    "finds the newest of some thousand files",
    Object.fromEntries([
      ["z.jsonl", [rowsOf("mine"), 1]],
      ...Array.from({ length: 2500 }, (_, i) => [`${i}.jsonl`, ["", 500]]),
    ]),
    "z.jsonl",
  ],
  ["takes no file that is not recent", { "b.jsonl": [rowsOf("b"), 11] }, undefined],
];

for (const [name, files, found, fields] of CASES) {
  Deno.test(`findTranscript() ${name}`, () => {
    using home = new TestHome();
    assertEquals(find(filled(home, files), fields), found);
  });
}

Deno.test("findTranscript() survives folders in the way, and folders that are not there", () => {
  using home = new TestHome();
  const folder = home.project;
  for (const name of ["mine", "dir"]) Deno.mkdirSync(`${folder}/${name}.jsonl`);
  assertEquals(find(folder), undefined);
  assertEquals(find(folder, { path: `${folder}/no/mine.jsonl` }), undefined);
  assertEquals(find(folder, { path: undefined }), undefined);
});
