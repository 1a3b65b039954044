import { hookEntries } from "../../../../src/cli/registration/own_folder.ts";
import { listHooks, mergeHooks, removeHooks } from "../../../../src/cli/registration/settings_edit.ts";
import { HOOK_MARKER } from "../../../../src/base/hook_names.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { hasEmptyHolder } from "./install_folder.ts";

type Layout = Readonly<Record<"name" | "text" | "after", string>> & { readonly before?: string };

const ENTRIES = hookEntries("/opt/mneme/dist");
const STOP = ENTRIES.filter(({ event }) => event === "Stop").map((entry) => ({
  ...entry,
  hook: { type: "command" as const, command: "/m/stop", args: [HOOK_MARKER], timeout: 30 },
}));
const STOP_TEXT = '{"type":"command","command":"/m/stop","args":["--mneme-hook"],"timeout":30}';

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

Deno.test("mergeHooks() updates an entry of another folder in place and keeps what stands around it", () => {
  const old = STOP_TEXT.replace("/m/stop", "/old/stop").replace("30", "5");
  const text = (entry: string) => `{"hooks":{"Stop":[{"matcher":"x","hooks":[{"a":1} ,${entry}, {"b":2}]}]}}`;
  assertEquals(mergeHooks(text(old), STOP, HOOK_MARKER), text(STOP_TEXT));
});

Deno.test("mergeHooks() leaves an entry alone that only is written differently", () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[{"timeout":3e1,"args":["--mneme-hook"],"command":"/m/stop","type":"command"}]}]}}';
  assertEquals(mergeHooks(text, STOP, HOOK_MARKER), text);
});

Deno.test("mergeHooks() leaves no second set: neither for the same event nor for one that has no hook any more", () => {
  const group = `{"hooks":[${STOP_TEXT}]}`;
  const text = `{"hooks":{"Gone":[${group}],"Stop":[${group},{"hooks":[{"a":1}]},${group}]}}`;
  assertEquals(mergeHooks(text, STOP, HOOK_MARKER), `{"hooks":{"Stop":[${group},{"hooks":[{"a":1}]}]}}`);
});

Deno.test("removeHooks() takes our entry out of a group that holds another's", () => {
  const text = `{"hooks":{"Stop":[{"hooks":[${STOP_TEXT},{"a":1}]}]}}`;
  assertEquals(removeHooks(text, HOOK_MARKER), '{"hooks":{"Stop":[{"hooks":[{"a":1}]}]}}');
});

Deno.test("removeHooks() removes groups, events and hooks that are empty through it, and no others", () => {
  const text = `{"a":1,"hooks":{"Stop":[{"hooks":[${STOP_TEXT}]}]}}`;
  assertEquals(removeHooks(text, HOOK_MARKER), '{"a":1}');
  const mixed = `{"hooks":{"Stop":[{"hooks":[]},{"hooks":[${STOP_TEXT}]}],"SessionEnd":[]}}`;
  assertEquals(removeHooks(mixed, HOOK_MARKER), '{"hooks":{"Stop":[{"hooks":[]}],"SessionEnd":[]}}');
});

Deno.test("removeHooks() leaves settings without our hooks alone, however empty", () => {
  for (const text of ["", " \n", "{ }", '{"hooks": { }}', '{"hooks": {"Stop": [ ]}}']) {
    assertEquals(removeHooks(text, HOOK_MARKER), text);
  }
});

Deno.test("an entry is ours by its first argument alone: no wrapper, name or text makes it ours", () => {
  const foreign = [
    '{"type":"command","command":"/opt/mneme/dist/stop"}',
    '{"type":"command","command":"/opt/mneme/dist/stop --mneme-hook"}',
    '{"type":"command","command":"nice","args":["/opt/mneme/dist/stop","--mneme-hook"]}',
    '{"type":"command","command":"x","args":"--mneme-hook"}',
    '{"type":"command","command":"x","args":{"0":"--mneme-hook"}}',
    '{"type":"command","command":"x","note":["--mneme-hook"]}',
    '["args",["--mneme-hook"]]',
    '"--mneme-hook"',
  ];
  const text = `{"hooks":{"Stop":[{"hooks":[${foreign.join(",")}]}]}}`;
  assertEquals(listHooks(text, HOOK_MARKER), []);
  assertEquals(removeHooks(mergeHooks(text, ENTRIES, HOOK_MARKER), HOOK_MARKER), text);
});

function byPlaceIn(text: string): (a: { event: string }, b: { event: string }) => number {
  return (a, b) => text.indexOf(`"${a.event}"`) - text.indexOf(`"${b.event}"`);
}

function withoutHooks(text: string): unknown {
  return { ...JSON.parse(text), hooks: undefined };
}
