import fc from "fast-check";
import { HOOK_MARKER } from "../../src/base/hook_names.ts";
import { listHooks, mergeHooks, removeHooks } from "../../src/cli/registration/settings_edit.ts";
import { SettingsError } from "../../src/cli/registration/settings_text.ts";
import { assert, assertEquals, assertThrows } from "../_support/assert.ts";
import { hasEmptyHolder } from "../unit/cli/install/settings_cases.ts";
import { hookEntries } from "../../src/cli/registration/own_folder.ts";

/** JSON as tokens, so that number forms and repeated keys survive into the text. */
type Tokens = { raw: string } | { list: Tokens[] } | { object: [string, Tokens][] };

const ENTRIES = hookEntries("/opt/mneme 1/dist");
const OTHER_ENTRIES = hookEntries(`/home/zoë/it's "new"/mneme`);

const scalar = fc.oneof(
  fc.constantFrom(
    "1e3",
    "1.0",
    "-0",
    "0.10",
    "1E-07",
    "true",
    "null",
    "12345678901234567890",
    '"\\u00e9\\/"',
  ),
  fc.string().map((text) => JSON.stringify(text)),
).map((raw): Tokens => ({ raw }));

const anyValue: fc.Arbitrary<Tokens> = fc.letrec<{ value: Tokens }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }).map((list): Tokens => ({ list })),
    fc.array(fc.tuple(fc.constantFrom("a", "b", "é"), tie("value")), { maxLength: 3 })
      .map((object): Tokens => ({ object })),
  ),
})).value;

const foreignHook = fc.tuple(fc.constantFrom("a.sh", "b.sh", "post-tool-use"), anyValue).map((
  [name, extra],
): Tokens => ({
  object: [["type", { raw: '"command"' }], ["command", { raw: JSON.stringify(name) }], ["x", extra]],
}));

const foreignGroup = fc.tuple(fc.boolean(), fc.array(foreignHook, { maxLength: 3 })).map((
  [matched, list],
): Tokens => ({
  object: [
    ...(matched ? [["matcher", { raw: '"Bash|Edit"' }] satisfies [string, Tokens]] : []),
    ["hooks", { list }],
  ],
}));

const eventName = fc.constantFrom("Stop", "PostToolUse", "SessionStart", "Notification", "Unknown");

const foreignEvents = fc.uniqueArray(eventName, { maxLength: 4 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc.array(foreignGroup, { maxLength: 2 }).map((list): [string, Tokens] => [name, { list }])
    ),
  )
).map((object): Tokens => ({ object }));

const settings = fc.tuple(
  fc.array(fc.tuple(fc.constantFrom("env", "model", "permissions", "env "), anyValue), { maxLength: 3 }),
  fc.option(foreignEvents, { nil: undefined }),
  fc.array(fc.tuple(fc.constantFrom("after", "model"), anyValue), { maxLength: 2 }),
).map(([before, hooks, after]): Tokens => ({
  object: [
    ...before,
    ...(hooks === undefined ? [] : [["hooks", hooks] satisfies [string, Tokens]]),
    ...after,
  ],
}));

/** Writes the tokens with the blanks that `blank` gives for each place and depth. */
function write(
  tokens: Tokens,
  blank: (place: "item" | "colon" | "comma", depth: number) => string,
  depth = 0,
): string {
  if ("raw" in tokens) return tokens.raw;
  const items = "list" in tokens
    ? tokens.list.map((item) => write(item, blank, depth + 1))
    : tokens.object.map(([key, value]) =>
      `${JSON.stringify(key)}${blank("comma", depth)}:${blank("colon", depth)}${
        write(value, blank, depth + 1)
      }`
    );
  const [open, close] = "list" in tokens ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return open + close;
  const between = items.map((item) => blank("item", depth + 1) + item).join(`${blank("comma", depth)},`);
  return open + between + blank("item", depth) + close;
}

const tidy = fc.record({
  tokens: settings,
  unit: fc.constantFrom("  ", "    ", "\t", "", "   "),
  eol: fc.constantFrom("\n", "\r\n", "\r", ""),
  colon: fc.constantFrom("", " "),
  end: fc.constantFrom("", "\n", "\r\n\r\n"),
  bom: fc.constantFrom("", "\uFEFF"),
}).map(({ tokens, unit, eol, colon, end, bom }) =>
  bom + write(tokens, (place, depth) => {
    if (place === "item") return eol === "" ? "" : eol + unit.repeat(depth);
    return place === "colon" ? colon : "";
  }) + end
);

const chaotic = fc.tuple(
  settings,
  fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n  "), { minLength: 1, maxLength: 40 }),
)
  .map(([tokens, blanks]) => {
    let next = 0;
    return write(tokens, () => blanks[next++ % blanks.length] ?? "");
  });

const settingsText = fc.oneof(tidy, chaotic);

function install(text: string): string {
  return mergeHooks(text, ENTRIES, HOOK_MARKER);
}

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text.replace("\uFEFF", ""));
}

/** The parsed settings without the hooks that carry the marker, and without what is empty. */
function foreignPart(text: string): unknown {
  const { hooks, ...rest } = parse(text) as { hooks?: Record<string, { hooks: { args?: unknown }[] }[]> };
  const events = Object.entries(hooks ?? {}).map(([event, groups]) => {
    const kept = groups.map((group) => ({
      ...group,
      hooks: group.hooks.filter((hook) => !(Array.isArray(hook.args) && hook.args[0] === HOOK_MARKER)),
    }));
    return [
      event,
      kept.filter((group, index) => group.hooks.length === groups[index]?.hooks.length),
    ] as const;
  });
  return { rest, hooks: Object.fromEntries(events.filter(([, groups]) => groups.length > 0)) };
}

/** Compares bytes, but for what was empty before: that goes with our hooks where no copy is put back. */
function assertRestored(after: string, before: string): void {
  if (!hasEmptyHolder(before)) return assertEquals(after, before);
  assertEquals(JSON.stringify(foreignPart(after)), JSON.stringify(foreignPart(before)));
}

Deno.test("installing twice is installing once, byte for byte", () => {
  fc.assert(fc.property(settingsText, (text) => {
    const once = install(text);
    assertEquals(install(once), once);
  }));
});

Deno.test("installing leaves everything but our entries as it was, in its order", () => {
  fc.assert(fc.property(settingsText, (text) => {
    const after = install(text);
    assertEquals(JSON.stringify(foreignPart(after)), JSON.stringify(foreignPart(text)));
    assertEquals(listHooks(after, HOOK_MARKER).length, ENTRIES.length);
  }));
});

Deno.test("installing only inserts: what was there is still there, in its order", () => {
  fc.assert(fc.property(settingsText, (text) => {
    const after = install(text);
    let found = 0;
    for (let at = 0; at < after.length; at++) if (after[at] === text[found]) found++;
    assertEquals(found, text.length);
  }));
});

Deno.test("removing what was installed gives the settings back byte for byte, without a backup file", () => {
  fc.assert(fc.property(settingsText, (text) => {
    assertRestored(removeHooks(install(text), HOOK_MARKER), text);
  }));
});

Deno.test("installing from another folder and removing gives the settings back byte for byte", () => {
  fc.assert(fc.property(settingsText, (text) => {
    const moved = mergeHooks(install(text), OTHER_ENTRIES, HOOK_MARKER);
    assertEquals(
      moved,
      mergeHooks(text, OTHER_ENTRIES, HOOK_MARKER),
    );
    assertRestored(removeHooks(moved, HOOK_MARKER), text);
  }));
});

Deno.test("a text is refused with its place when it is not strict JSON, and only then", () => {
  const damaged = fc.tuple(
    settingsText,
    fc.nat(),
    fc.constantFrom("", ",", "//", "}", "]", '"', "\u00a0", "\v", "0", "{"),
  )
    .map(([text, at, insert]) => {
      const offset = at % (text.length + 1);
      return insert === "" ? text.slice(0, offset) : text.slice(0, offset) + insert + text.slice(offset);
    });
  fc.assert(
    fc.property(damaged, (text) => {
      fc.pre(text.trim() !== "" && text !== "\uFEFF");
      let refusal: unknown;
      try {
        install(text);
      } catch (error) {
        refusal = error;
      }
      if (refusal === undefined) return void parse(text);
      assert(refusal instanceof SettingsError, String(refusal));
      assert(refusal.line >= 1 && refusal.column >= 1);
      // Damage can also leave valid JSON of the wrong shape; those refusals name a key or the top.
      if (!/"|top/.test(refusal.message)) assertThrows(() => parse(text));
    }),
    { numRuns: 300 },
  );
});
