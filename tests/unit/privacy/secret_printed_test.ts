import { deepEqual, equal } from "node:assert/strict";
import { cleanerFor, cleanJson } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { casesOf } from "../../_support/cases.ts";

const secret = ["9D6etj1m", "kSzgoazK", "mQ5QzLbi"].join("");

/** What a command prints, and what is kept of it. */
type Printed = [command: string, stdout: string, kept: string];

for (const [command, text, kept] of casesOf<Printed>(import.meta.filename)) {
  const isHidden = text !== kept;
  const [printed, clean] = [text, kept].map((each) => each.replaceAll("$SECRET", secret)) as [string, string];
  Deno.test(`what this command prints is ${isHidden ? "a" : "no"} secret: ${command}`, () => {
    const call = (stdout: string) => [{ command }, { stdout, interrupted: false }];
    const cleaner = cleanerFor(DEFAULT_SETTINGS, call(printed));
    deepEqual(cleaner.cleanJson(call(`${printed}\nuser: db`)), call(`${clean}\nuser: db`));
    const replayed = (stdout: string) => ({ tool_input: { command }, tool_response: { stdout } });
    deepEqual(cleanJson(replayed(printed), { redactSecrets: true }), replayed(clean));
    if (isHidden) equal(mayNeedCleaning(call(printed)), true);
  });
}

Deno.test("a file that holds nothing but a secret is one", () => {
  const call = (content: string) => [{ file_path: "/run/secrets/db" }, { file: { content } }];
  deepEqual(cleanerFor(DEFAULT_SETTINGS, call(secret)).cleanJson(call(secret)), call("[redacted:secret]"));
});
