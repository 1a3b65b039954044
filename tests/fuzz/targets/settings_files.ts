import * as fc from "fast-check";
import { hookEntries } from "../../../src/cli/registration/own_folder.ts";
import { hooksStep } from "../../../src/cli/clients/client_steps.ts";
import { listHooks, mergeHooks } from "../../../src/cli/registration/settings_edit.ts";
import { SettingsError } from "../../../src/cli/registration/settings_text.ts";
import { HOOK_MARKER } from "../../../src/base/hook_names.ts";
import { UserError } from "../../../src/base/user_error.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { hasEmptyHolder } from "../../unit/cli/install/install_folder.ts";
import { DIST } from "../../_support/executables.ts";
import { changeJson, changeText, jsonChanges, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";
import SETTINGS from "./settings_files.json" with { type: "json" };

/** With numbers in forms of their own and a key twice, as no writer of JSON would have them. */
const ODD =
  '{"env":{"a":[1e3,1.0,-0,0.10,1E-07,12345678901234567890,"\\u00e9\\/"],"a":{}},"env":null,"hooks":{"Stop":[' +
  '{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"post-tool-use","x":[[]]}]},{"hooks":[]}]},"after":0}';
const ENTRIES = hookEntries(DIST);

/** Deep nesting makes many megabytes of indents, which take a second to read at each of thirty steps. */
const MAX_UNITS = 2_000_000;

/** Settings of anybody: install and uninstall give the bytes back, and what is refused stays as it is. */
export const settingsFiles = defineTarget({
  name: "settings-files",
  limitMs: 20_000,
  cases: fc.record({
    changes: jsonChanges,
    texts: fc.oneof(fc.constant([]), textChanges),
    isOdd: fc.boolean(),
    indent: fc.constantFrom("", " ", "    ", "\t"),
    blanks: fc.array(fc.constantFrom("", "", " ", "\n", "\t", "\r\n  "), { maxLength: 20 }),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    bom: fc.constantFrom("", "\ufeff"),
    other: fc.boolean(),
  }),
  check({ changes, texts, isOdd, indent, blanks = [], lineEnd, bom, other }) {
    const json = isOdd ? ODD : JSON.stringify(changeJson(SETTINGS, changes), null, indent) ?? "";
    const text = bom + changeText(withBlanks(json.replaceAll("\n", lineEnd), blanks), texts);
    if (text.length > MAX_UNITS) return;
    checkMerge(text);
    const folder = Deno.makeTempDirSync({ prefix: "mneme-fuzz-" });
    try {
      const file = `${folder}/settings.json`;
      Deno.writeTextFileSync(file, text);
      const before = Deno.readFileSync(file);
      const step = hooksStep(file, DIST, `${folder}/backups`);
      if (!succeeds(() => step.install("apply"))) return assertEquals(Deno.readFileSync(file), before);
      const installed = Deno.readTextFileSync(file);
      step.install("apply");
      assertEquals(Deno.readTextFileSync(file), installed);
      // Somebody else's edit, after which the backup alone does not do.
      if (other) Deno.writeTextFileSync(file, installed + lineEnd);
      const isCopied = !other && hasCopy(`${folder}/backups/settings`);
      step.uninstall("apply");
      assertRestored(Deno.readFileSync(file), before, { edit: other ? lineEnd : "", isCopied });
      const moved = mergeHooks(installed, hookEntries("/somewhere else/dist"), HOOK_MARKER);
      assertEquals(mergeHooks(moved, ENTRIES, HOOK_MARKER), installed);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

/** The JSON with these blanks, over and over, behind its words and signs. */
function withBlanks(json: string, blanks: readonly string[]): string {
  let next = 0;
  const spaced = (part: string) => part + blanks[next++ % blanks.length];
  return blanks.length === 0 ? json : json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, spaced);
}

/** Our hooks are put between what was there; what is no JSON, or of another form, is refused with its place. */
function checkMerge(text: string): void {
  if (text.trim() === "") return;
  const parse = () => JSON.parse(text.replace(/^\ufeff/, ""));
  let merged: string;
  try {
    merged = mergeHooks(text, ENTRIES, HOOK_MARKER);
  } catch (error) {
    assert(error instanceof SettingsError && error.line >= 1 && error.column >= 1, String(error));
    if (!/"|top|deep/.test(error.message)) assertThrows(parse);
    return;
  }
  parse();
  assertEquals(listHooks(merged, HOOK_MARKER).length, ENTRIES.length);
  const signs = text.replaceAll(/\s/g, ""); // the blanks of an empty list are not kept
  let found = 0;
  for (const unit of merged.split("")) if (unit === signs[found]) found++;
  assertEquals(found, signs.length);
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    assert(error instanceof UserError && /^Cannot edit .+: ./s.test(error.message), String(error));
    return false;
  }
}

/** Returns true if install kept a copy of the file, as it does unless the file seems to hold a secret. */
function hasCopy(backups: string): boolean {
  return [...Deno.readDirSync(backups)].some(({ name }) => !name.endsWith(".record.json"));
}

/**
 * Compares bytes, with two exceptions for a file that uninstall edits because it has no copy or somebody changed it:
 * a blank file becomes `{}`, and parts that were empty before install are removed with our hooks.
 */
function assertRestored(
  after: Uint8Array,
  before: Uint8Array,
  { edit, isCopied }: { readonly edit: string; readonly isCopied: boolean },
): void {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(before);
  if (edit !== "" && text.trim() === "") assertEquals(JSON.parse(decoder.decode(after).trim()), {});
  else if (!isCopied && hasEmptyHolder(text)) {
    const hooksAside = (json: string) => ({ ...JSON.parse(json.replace("\ufeff", "")), hooks: undefined });
    assertEquals(hooksAside(decoder.decode(after)), hooksAside(text));
  } else assertEquals(after, new TextEncoder().encode(text + edit));
}
