import { hookEntries } from "../../../../src/cli/registration/own_folder.ts";
import { listHooks, mergeHooks, removeHooks } from "../../../../src/cli/registration/settings_edit.ts";
import { HOOK_MARKER } from "../../../../src/base/hook_names.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../../_support/cases.ts";
import { hasEmptyHolder } from "./install_folder.ts";

type Layout = Readonly<Record<"name" | "text" | "after", string>> & { readonly before?: string };

const ENTRIES = hookEntries("/opt/mneme/dist");
const STOP = ENTRIES.filter(({ event }) => event === "Stop").map((entry) => ({
  ...entry,
  hook: { type: "command" as const, command: "/m/stop", args: [HOOK_MARKER], timeout: 30 },
}));

/** Settings in all the forms that people and programs write them, each valid. */
for (const { name, text } of casesOf<Layout>(`${import.meta.dirname}/settings_cases`)) {
  Deno.test(`mergeHooks() and removeHooks() give settings back byte for byte: ${name}`, () => {
    const once = mergeHooks(text, ENTRIES, HOOK_MARKER);
    assertEquals(listHooks(once, HOOK_MARKER), [...ENTRIES].sort(byPlaceIn(once)));
    assertEquals(mergeHooks(once, ENTRIES, HOOK_MARKER), once);
    if (!hasEmptyHolder(text)) return assertEquals(removeHooks(once, HOOK_MARKER), text);
    // Only what was empty goes with our hooks; the kept copy has it (tests of `hooksStep`).
    assertEquals(withoutHooks(removeHooks(once, HOOK_MARKER)), withoutHooks(text));
  });
}

for (const { name, before, after } of casesOf<Layout>(import.meta.filename)) {
  Deno.test(`mergeHooks() writes in the layout of ${name}`, () => {
    assertEquals(mergeHooks(before, STOP, HOOK_MARKER), after);
  });
}

testVerdicts(`${import.meta.dirname}/settings_edit_ours`, {
  merged: (text: string) => mergeHooks(text, STOP, HOOK_MARKER),
  removed: (text: string) => removeHooks(text, HOOK_MARKER),
  /** An entry is ours by its first argument alone: no wrapper, name or text makes it ours. */
  isForeign(entry: string) {
    const text = `{"hooks":{"Stop":[{"hooks":[${entry}]}]}}`;
    const removed = removeHooks(mergeHooks(text, ENTRIES, HOOK_MARKER), HOOK_MARKER);
    return listHooks(text, HOOK_MARKER).length === 0 && removed === text;
  },
});

function byPlaceIn(text: string): (a: { event: string }, b: { event: string }) => number {
  return (a, b) => text.indexOf(`"${a.event}"`) - text.indexOf(`"${b.event}"`);
}

const withoutHooks = (text: string): unknown => ({ ...JSON.parse(text), hooks: undefined });
