import { deepEqual, equal, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { cleanJson } from "../../../src/privacy/clean.ts";
import { loadCleaner } from "../../../src/privacy/cleaning.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";
import { casesOf } from "../../_support/cases.ts";
import { inTime } from "../../_support/in_time.ts";

const CASES = casesOf<[promise: string, text: string, kept: string]>(import.meta.filename);

for (const [promise, text, kept] of CASES) {
  Deno.test(`stripPrivateTags() ${promise}`, () => equal(stripPrivateTags(text), kept));
}

Deno.test("stripPrivateTags() leaves no tag in a text of a thousand split tags", () => {
  const text = "<pri".repeat(1000) + "<private></private>" + "vate>needle</private>".repeat(1000);
  ok(!stripPrivateTags(text).includes("needle"));
});

Deno.test("stripPrivateTags() reads blanks and backslashes in linear time", () => {
  inTime(() => stripPrivateTags(`${" ".repeat(240)}x</private>\n`.repeat(50)));
  inTime(() => stripPrivateTags(`</private>${" ".repeat(40_000)}x`));
  inTime(() => stripPrivateTags(`</private>${"\\".repeat(60_000)}x`));
  inTime(() => stripPrivateTags(`\\u001b[1m${"\\".repeat(100_000)}x`));
});

const FILE = "# n\n<private>\na\nb\nc\nd\nthe merger\ne\n</private>\nend\nopen words\n";

/** What a hook is told of an edit: what it was asked for, and what it answered. */
function edit(
  old: string,
  changed: string,
  structuredPatch: readonly unknown[] = [],
  originalFile: string | null = FILE,
) {
  return [
    { file_path: "/a/n.md", old_string: old, new_string: changed },
    {
      filePath: "/a/n.md",
      oldString: old,
      newString: changed,
      originalFile,
      structuredPatch,
      userModified: false,
    },
  ] as const;
}

/** Both are cleaned apart, as hooks do, and nothing but the file tells of the input. */
async function cleaned(kept: readonly [unknown, unknown]): Promise<Record<string, unknown>[]> {
  const cleaner = await loadCleaner(kept, DEFAULT_SETTINGS);
  return kept.map((value) => cleaner?.cleanJson(value) as Record<string, unknown>);
}

Deno.test("the texts of an edit are hidden if its file has a private block, wherever it is", async () => {
  const place = { oldStart: 4, oldLines: 5, newStart: 4, newLines: 5 };
  for (const old of ["the merger", "open words"]) {
    const lines = [" c", `-${old}`, "+the purchase", " e"];
    const [input, response] = await cleaned(edit(old, "the purchase", [{ ...place, lines }]));
    deepEqual(input, { file_path: "/a/n.md", old_string: "", new_string: "" });
    equal(response?.oldString, "");
    equal(response?.newString, "");
    equal(response?.originalFile, "# n\n\nend\nopen words\n");
    deepEqual(response?.structuredPatch, [{ ...place, lines: [] }]);
  }
  const edits = ["the merger", "open words"].map((old_string) => ({ old_string, new_string: "x" }));
  const [input] = await cleaned([{ edits }, { originalFileContents: FILE }]);
  deepEqual(input, { edits: edits.map(() => ({ old_string: "", new_string: "" })) });
  const sources = { new_source: "the purchase", old_source: "the merger" };
  const notebook = { cells: [{ source: ["<private>\n", "the merger\n", "</private>"] }] };
  const [cell] = await cleaned([sources, { ...sources, original_file: JSON.stringify(notebook) }]);
  deepEqual(cell, { new_source: "", old_source: "" });
});

Deno.test("an edit of a file without a private block stays as it is", async () => {
  const [, response] = edit("open words", "other words", [], "open words\n");
  strictEqual((await loadCleaner([response], DEFAULT_SETTINGS)).cleanJson(response), response);
  strictEqual(cleanJson(response, { redactSecrets: true }), response);
});
