import { findTranscript, type TranscriptRequest } from "../../../src/machine/transcripts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { asLines, userRow } from "../../_support/transcript_rows.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

/** A folder with one file per entry: its text, and how many minutes ago it changed. */
function inFolder(files: Record<string, [string, number]>, test: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    for (const [name, [text, minutes]] of Object.entries(files)) {
      Deno.writeTextFileSync(`${folder}/${name}`, text);
      Deno.utimeSync(`${folder}/${name}`, (NOW - minutes * MINUTE) / 1000, (NOW - minutes * MINUTE) / 1000);
    }
    test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function find(folder: string, fields: Partial<TranscriptRequest> = {}): string | undefined {
  const path = `${folder}/mine.jsonl`;
  const request = { path, sessionId: "mine", now: NOW, isKnownSession: () => false, ...fields };
  return findTranscript(request)?.slice(folder.length + 1);
}

function rowsOf(sessionId: string, count = 1): string {
  return asLines(Array.from({ length: count }, () => userRow("hi", { sessionId })));
}

Deno.test("findTranscript() takes the given file when it is there", () => {
  inFolder({ "mine.jsonl": [rowsOf("any"), 99], "other.jsonl": [rowsOf("mine"), 0] }, (folder) => {
    assertEquals(find(folder), "mine.jsonl");
  });
});

Deno.test("findTranscript() takes the newest of the session where the given file is empty, and no other", () => {
  const files: Record<string, [string, number]> = {
    "mine.jsonl": ["", 0],
    "unowned.jsonl": [rowsOf("any"), 1],
  };
  inFolder(files, (folder) => assertEquals(find(folder), "mine.jsonl"));
  inFolder({ ...files, "other.jsonl": [rowsOf("mine"), 9] }, (folder) => {
    assertEquals(find(folder), "other.jsonl");
  });
});

Deno.test("findTranscript() takes the newest that carries the session's id, however old", () => {
  const files: Record<string, [string, number]> = {
    "older.jsonl": [rowsOf("mine"), 500],
    "newer.jsonl": [rowsOf("mine"), 400],
    "unowned.jsonl": [rowsOf("another"), 1],
    "mine.txt": [rowsOf("mine"), 0],
    "agent-1.jsonl": [rowsOf("mine"), 0],
  };
  inFolder(files, (folder) => assertEquals(find(folder), "newer.jsonl"));
});

Deno.test("findTranscript() finds the id at the start and at the end of a long file", () => {
  const long = rowsOf("another", 2000);
  for (const text of [rowsOf("mine") + long, long + rowsOf("mine"), rowsOf("mine").replaceAll('":', '": ')]) {
    inFolder({ "long.jsonl": [text, 500] }, (folder) => assertEquals(find(folder), "long.jsonl"));
  }
});

Deno.test("findTranscript() takes no file for the session's that only talks about it", () => {
  const talk = asLines([userRow(`{"sessionId":"mine"}`, { sessionId: "another" })]);
  inFolder({ "talk.jsonl": [talk, 500] }, (folder) => assertEquals(find(folder), undefined));
});

Deno.test("findTranscript() takes the newest recent file that no known session owns", () => {
  const files: Record<string, [string, number]> = {
    "a.jsonl": [rowsOf("known"), 1],
    "known-by-name.jsonl": ["", 2],
    "b.jsonl": [rowsOf("b"), 3],
    "c.jsonl": [rowsOf("c"), 4],
  };
  const isKnownSession = (id: string) => id.startsWith("known");
  inFolder(files, (folder) => assertEquals(find(folder, { isKnownSession }), "b.jsonl"));
  inFolder({ "b.jsonl": [rowsOf("b"), 11] }, (folder) => assertEquals(find(folder), undefined));
});

Deno.test("findTranscript() survives folders in the way, and folders that are not there", () => {
  inFolder({}, (folder) => {
    Deno.mkdirSync(`${folder}/mine.jsonl`);
    Deno.mkdirSync(`${folder}/dir.jsonl`);
    assertEquals(find(folder), undefined);
    assertEquals(find(folder, { path: `${folder}/no/mine.jsonl` }), undefined);
    assertEquals(find(folder, { path: undefined }), undefined);
  });
});
