import { findTranscript, type TranscriptRequest } from "../../../src/machine/transcripts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { test, TestHome } from "../../_support/test_home.ts";
import { asLines, userRow } from "../../_support/transcript_rows.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

/** Writes a file per entry; returns their folder. */
function filled({ project }: TestHome, files: Readonly<Record<string, readonly [string, number]>>): string {
  for (const [name, [text, minutes]] of Object.entries(files)) {
    const seconds = (NOW - minutes * MINUTE) / 1000;
    Deno.writeTextFileSync(`${project}/${name}`, TEXTS[text] ?? rowsOf(text));
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

const TEXTS: Readonly<Record<string, string>> = {
  "": "",
  blanks: rowsOf("mine").replaceAll('":', '": '),
  talk: asLines([userRow(`{"sessionId":"mine"}`, { sessionId: "another" })]),
  "mine at the start": rowsOf("mine") + rowsOf("another", 2000),
  "mine at the end": rowsOf("another", 2000) + rowsOf("mine"),
};

/** By file its text, else the session that it is of, and its age in minutes; `known` begins the ids of known sessions. */
type Case = [name: string, files: Record<string, [string, number]>, found: string | null, known?: string];

for (const [name, files, found, known = "!"] of casesOf<Case>(import.meta.filename)) {
  test(`findTranscript() ${name}`, (home) => {
    assertEquals(find(filled(home, files), { isKnownSession: (id) => id.startsWith(known) }) ?? null, found);
  });
}

test("findTranscript() finds the newest of some thousand files", (home) => {
  const old = Array.from({ length: 2500 }, (_, i) => [`${i}.jsonl`, ["", 500]]);
  assertEquals(find(filled(home, Object.fromEntries([["z.jsonl", ["mine", 1]], ...old]))), "z.jsonl");
});

test("findTranscript() survives folders in the way, and folders that are not there", (home) => {
  const folder = home.project;
  for (const name of ["mine", "dir"]) Deno.mkdirSync(`${folder}/${name}.jsonl`);
  assertEquals(find(folder), undefined);
  assertEquals(find(folder, { path: `${folder}/no/mine.jsonl` }), undefined);
  assertEquals(find(folder, { path: undefined }), undefined);
});
