import { deepEqual, ok } from "node:assert/strict";
import { cleanJson } from "../../../src/privacy/clean.ts";
import { loadCleaner } from "../../../src/privacy/cleaning.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { casesOf } from "../../_support/cases.ts";

const all = { redactSecrets: true };
const tagsOnly = { redactSecrets: false };
const secret = ["q8Zr4Lm2", "WxT1"].join("");

const BLOCKS = casesOf<[promise: string, lines: unknown[], kept: unknown[]]>(import.meta.filename);

for (const [promise, lines, kept] of BLOCKS) {
  Deno.test(`cleanJson() hides, in a list, ${promise}`, () => {
    deepEqual(cleanJson(lines, tagsOnly), kept);
    deepEqual(cleanJson({ structuredPatch: [{ lines }] }, all), { structuredPatch: [{ lines: kept }] });
  });
}

for (const [name, told] of casesOf<[name: string, lines: string[]]>(import.meta.filename, "_told")) {
  const lines = told.map((line) => line.replace("$SECRET", secret));
  Deno.test(`cleanJson() redacts in a list what its other lines tell: ${name}`, async () => {
    for (const sign of [" ", "+", "-", ""]) {
      const value = {
        structuredPatch: [{ lines: [" first", ...lines, " last"].map((line) => sign + line.trimEnd()) }],
      };
      const items = lines.map((text) => ({ type: "text", text }));
      for (const kept of [value, items]) {
        const cleaner = await loadCleaner(kept, DEFAULT_SETTINGS);
        const text = JSON.stringify(cleaner?.cleanJson(kept));
        ok(!text.includes(secret), text);
        ok(text.includes("[redacted:"), text);
      }
    }
  });
}
