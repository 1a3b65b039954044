import { deepEqual, equal } from "node:assert/strict";
import { cleanerFor, cleanJson } from "../../../src/privacy/clean.ts";
import { passwordFilesIn } from "../../../src/privacy/rules/documents.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";

const line = ["localhost:5432:shop:app:", "s3cret", "Pw9"].join("");
const clean = "localhost:5432:shop:app:[redacted:password]";

Deno.test("passwordFilesIn() names the files of passwords that texts name", () => {
  equal(passwordFilesIn(["cat ~/.pgpass", "ls"]), "pgpass");
  equal(passwordFilesIn(["cat notes.txt"]), "");
});

Deno.test("cleanerFor() takes what is nested however deep, under numbers, too", () => {
  const deep = JSON.parse(`{"1":`.repeat(50_000) + "1" + "}".repeat(50_000));
  const cleaner = cleanerFor(DEFAULT_SETTINGS, { deep, line, command: "cat ~/.pgpass" });
  equal(cleaner.cleanText(line), clean);
});

Deno.test("cleanJson() hides the lines of a .pgpass that a command beside them names", () => {
  const call = { tool_input: { command: "cat ~/.pgpass" }, tool_response: { stdout: line } };
  deepEqual(cleanJson(call, { redactSecrets: true }), { ...call, tool_response: { stdout: clean } });
  const other = { tool_input: { command: "cat x" }, tool_response: { stdout: line } };
  equal(cleanJson(other, { redactSecrets: true }), other);
});

Deno.test("cleanerFor() hides them where command and output are cleaned one by one", () => {
  const cleaner = cleanerFor(DEFAULT_SETTINGS, [{ command: "cat ~/.pgpass" }, line]);
  equal(cleaner.cleanText(line), clean);
  deepEqual(cleaner.cleanJson({ stdout: line }), { stdout: clean });
  equal(cleanerFor(DEFAULT_SETTINGS, ["cat x", line]).cleanText(line), line);
});
