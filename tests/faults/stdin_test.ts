// Every hook is given every kind of broken stdin. A fault is a row of the table.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { TestHome } from "../_support/test_home.ts";
import { type HookRow, HOOKS, payloadOf, SESSION } from "./hooks_table.ts";
import { soundHome } from "./sound_home.ts";

/** What a hook is given in place of its payload. */
type Stdin = (hook: HookRow, home: TestHome) => string | Uint8Array;

const ENCODER = new TextEncoder();
const LARGE = 20 * 1024 * 1024; // a hook reads 16 MB

function text(hook: HookRow, home: TestHome): string {
  return JSON.stringify(payloadOf(hook, home));
}

/** The payload with other values under the same names. */
function withEvery(change: (value: unknown, key: string) => unknown): Stdin {
  return (hook, home) =>
    JSON.stringify(Object.fromEntries(
      Object.entries(payloadOf(hook, home)).map(([key, value]) => [key, change(value, key)]),
    ));
}

function wrongType(value: unknown): unknown {
  return typeof value === "string" ? { a: [value] } : typeof value === "object" ? 7 : "text";
}

/** A further field before the last brace. */
function withField(name: string, json: string): Stdin {
  return (hook, home) => `${text(hook, home).slice(0, -1)},"${name}":${json}}`;
}

/** By what is left of the event. */
const STDIN_FAULTS: Readonly<Record<"noObject" | "whole" | "partial", Readonly<Record<string, Stdin>>>> = {
  /** It is no JSON object, so nothing may be recorded because of it. */
  noObject: {
    "empty": () => "",
    "white space": () => " \n\t\n",
    "cut in the middle": (hook, home) => text(hook, home).slice(0, 60),
    "cut before its last brace": (hook, home) => text(hook, home).slice(0, -1),
    "garbage": () => "\u0000\u0001 no json { at all }",
    "random bytes": () => crypto.getRandomValues(new Uint8Array(5000)),
    "a list at the top": (hook, home) => `[${text(hook, home)}]`,
    "a string at the top": (hook, home) => JSON.stringify(text(hook, home)),
    "null": () => "null",
    "opened 100,000 times and never closed": () => '{"a":'.repeat(100_000),
    "20 MB of garbage": () => "x".repeat(LARGE),
    "20 MB in a list at the top": () => `[${"1,".repeat(LARGE / 2)}1]`,
  },
  /** The event is whole all the same, so it must be there. */
  whole: {
    "not UTF-8": (hook, home) =>
      new Uint8Array([
        ...ENCODER.encode(withField("x", '"')(hook, home).slice(0, -1) as string),
        0xff,
        0xc0,
        0x22,
        0x7d,
      ]),
    "a byte order mark": (hook, home) => `\ufeff${text(hook, home)}`,
    "garbage after the document": (hook, home) => `${text(hook, home)}\n} garbage {"session_id":`,
    "two documents": (hook, home) => `${text(hook, home)}\n{"session_id":"other"}`,
    "unknown fields": withField("from_the_future", '{"a":[1,null,{"b":"c"}]}'),
    "a field named __proto__": withField("__proto__", '{"session_id":"polluted"}'),
    "nested 100,000 deep in a field": withField("tool_response", "[".repeat(100_000) + "]".repeat(100_000)),
    "nested 100,000 deep under numbers in a field": withField(
      "tool_response",
      '{"1":'.repeat(100_000) + "1" + "}".repeat(100_000),
    ),
    "an error nested 100,000 deep": withField("error", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)),
    "20 MB of white space before the document": (hook, home) => " ".repeat(LARGE) + text(hook, home),
  },
  /** The hook may make of it what it can. */
  partial: {
    "an empty object": () => "{}",
    "wrong types everywhere": withEvery(wrongType),
    "null everywhere": withEvery(() => null),
    "lists everywhere": withEvery((value) => [value]),
    "very long ids": withEvery((value, key) => key.endsWith("_id") ? "x".repeat(100_000) : value),
    "ids with line ends and paths": withEvery((value, key) =>
      key.endsWith("_id") ? "../../a\n\u0000b" : value
    ),
    "nested 100,000 deep at the top": () => '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000),
    "20 MB in one field": (hook, home) =>
      `${text(hook, home).slice(0, -1)},"tool_response":"${"x".repeat(LARGE)}"}`,
    "20 MB of white space in the document": (hook, home) =>
      `{${" ".repeat(LARGE)}${text(hook, home).slice(1)}`,
    // 15.8 MB, which a hook reads, but too many values to parse.
    "7,900,000 numbers in a field": withField("tool_response", `[${"1,".repeat(7_900_000)}1]`),
  },
};

for (const [kind, faults] of Object.entries(STDIN_FAULTS)) {
  for (const [name, stdin] of Object.entries(faults)) {
    Deno.test(`every hook survives stdin: ${name}`, async () => {
      await inParallel(HOOKS, 2, (hook) => meet({ kind, name, stdin }, hook));
    });
  }
}

async function meet(
  { kind, name, stdin }: { readonly kind: string; readonly name: string; readonly stdin: Stdin },
  hook: HookRow,
): Promise<void> {
  using home = await soundHome();
  const what = `${hook.event} with ${name}`;
  assertHarmless(await home.hook(hook.name, stdin(hook, home)), what);
  await home.settle();
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }], what);
  assertEquals(home.rows("select 1 from sessions where session_id in ('polluted', 'other')"), [], what);
  const recorded = home.rows(`select event from event_log where session_id in ('unknown', '${SESSION}')`);
  if (kind === "noObject") assertEquals({ what, recorded }, { what, recorded: [] });
  if (kind === "whole" && hook.count !== undefined) {
    if (home.spool().length > 0) await home.mneme(["process"]); // that a helper ended waits there
    assertEquals({ what, ...home.rows(hook.count)[0] }, { what, n: 1 });
  }
  assert(
    home.log().split("\n").filter((line) => / (failure|error) /.test(line)).length <= 1,
    `${what}: ${home.log()}`,
  );
}

const TOO_LARGE: Readonly<Record<string, unknown>> = {
  "20 MB": "x".repeat(20_000_000),
  "7,900,000 numbers": Array(7_900_000).fill(1),
};

for (const [size, tool_response] of Object.entries(TOO_LARGE)) {
  Deno.test(`a tool call of ${size} keeps its session, tool, id and size`, async () => {
    using home = await soundHome();
    const call = { tool_name: "Bash", tool_input: { command: "make" }, tool_response };
    const stdin = JSON.stringify(home.payload("PostToolUse", { ...call, tool_use_id: "toolu_large" }));
    const outcome = await home.hook("post-tool-use", stdin);
    assertHarmless(outcome, size);
    assert(outcome.ms < 5000, `${outcome.ms} ms`);
    const [row] = home.rows(
      "select session_id, tool_name, payload from pending_queue where tool_use_id = 'toolu_large'",
    );
    assertEquals([row?.session_id, row?.tool_name], ["session-1", "Bash"]);
    assertEquals(JSON.parse(String(row?.payload)).bytes, stdin.length);
  });
}

for (
  const [promise, after] of [["after its document", ""], [
    "though garbage follows",
    ' and {"more": ',
  ]] as const
) {
  Deno.test(`a hook ends ${promise}, the pipe being open still`, async () => {
    using home = await soundHome();
    for (const hook of HOOKS) {
      const stdin = JSON.stringify(payloadOf(hook, home)) + "\n" + after;
      const outcome = await home.hook(hook.name, stdin, { keepOpen: true });
      assertHarmless(outcome, hook.event);
      // A hook that waited for the end of the file would be killed after half a minute.
      assert(outcome.ms < 5000, `${hook.event}: ${outcome.ms} ms`);
    }
  });
}
