import { deepEqual, equal } from "node:assert/strict";
import { cleanerFor, cleanJson } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { casesOf } from "../../_support/cases.ts";

const secret = ["9D6etj1m", "kSzgoazK", "mQ5QzLbi"].join("");

/** What a command prints or a file holds, and what is kept of it. */
type Printed = [command: string, stdout: string, kept: string];

for (const [command, text, kept] of casesOf<Printed>(import.meta.filename)) {
  const isHidden = text !== kept;
  const [printed, clean] = [text, kept].map((each) => each.replaceAll("$SECRET", secret)) as [string, string];
  Deno.test(`what this command prints is ${isHidden ? "a" : "no"} secret: ${command}`, () => {
    const input = command.startsWith("/") ? { file_path: command } : { command };
    const call = (stdout: string) => [input, { stdout, interrupted: false }];
    const cleaner = cleanerFor(DEFAULT_SETTINGS, call(printed));
    deepEqual(cleaner.cleanJson(call(`${printed}\nuser: db`)), call(`${clean}\nuser: db`));
    const replayed = (stdout: string) => ({ tool_input: input, tool_response: { stdout } });
    deepEqual(cleanJson(replayed(printed), { redactSecrets: true }), replayed(clean));
    if (isHidden) equal(mayNeedCleaning(call(printed)), true);
  });
}
