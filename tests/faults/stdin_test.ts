// Every hook is given every kind of broken stdin. A fault is a row of the table.
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import type { Outcome } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { type HookRow, HOOKS, payloadOf, SESSION } from "./hooks_table.ts";
import { soundHome } from "./sound_home.ts";

/** Something wrong with what a hook is given. */
interface StdinFault {
  readonly name: string;
  readonly stdin: (hook: HookRow, home: TestHome) => string | Uint8Array;
  /** The event is whole all the same, so it must be there. */
  readonly isWhole?: true;
  /** It is no JSON object, so nothing may be recorded because of it. */
  readonly isNoObject?: true;
}

const ENCODER = new TextEncoder();
const LARGE = 20 * 1024 * 1024;

function text(hook: HookRow, home: TestHome): string {
  return JSON.stringify(payloadOf(hook, home));
}

/** The payload with other values under the same names. */
function withEvery(change: (value: unknown, key: string) => unknown): StdinFault["stdin"] {
  return (hook, home) =>
    JSON.stringify(Object.fromEntries(
      Object.entries(payloadOf(hook, home)).map(([key, value]) => [key, change(value, key)]),
    ));
}

function wrongType(value: unknown): unknown {
  return typeof value === "string" ? { a: [value] } : typeof value === "object" ? 7 : "text";
}

/** A further field before the last brace. */
function withField(name: string, json: string): StdinFault["stdin"] {
  return (hook, home) => `${text(hook, home).slice(0, -1)},"${name}":${json}}`;
}

/** One line per fault. */
const STDIN_FAULTS: readonly StdinFault[] = [
  { name: "empty", stdin: () => "", isNoObject: true },
  { name: "white space", stdin: () => " \n\t\n", isNoObject: true },
  { name: "cut in the middle", stdin: (hook, home) => text(hook, home).slice(0, 60), isNoObject: true },
  {
    name: "cut before its last brace",
    stdin: (hook, home) => text(hook, home).slice(0, -1),
    isNoObject: true,
  },
  { name: "garbage", stdin: () => "\u0000\u0001 no json { at all }", isNoObject: true },
  { name: "random bytes", stdin: () => crypto.getRandomValues(new Uint8Array(5000)), isNoObject: true },
  { name: "a list at the top", stdin: (hook, home) => `[${text(hook, home)}]`, isNoObject: true },
  { name: "a string at the top", stdin: (hook, home) => JSON.stringify(text(hook, home)), isNoObject: true },
  { name: "null", stdin: () => "null", isNoObject: true },
  { name: "an empty object", stdin: () => "{}" },
  {
    name: "not UTF-8",
    stdin: (hook, home) =>
      new Uint8Array([
        ...ENCODER.encode(withField("x", '"')(hook, home).slice(0, -1) as string),
        0xff,
        0xc0,
        0x22,
        0x7d,
      ]),
    isWhole: true,
  },
  { name: "a byte order mark", stdin: (hook, home) => `\ufeff${text(hook, home)}`, isWhole: true },
  {
    name: "garbage after the document",
    stdin: (hook, home) => `${text(hook, home)}\n} garbage {"session_id":`,
    isWhole: true,
  },
  {
    name: "two documents",
    stdin: (hook, home) => `${text(hook, home)}\n{"session_id":"other"}`,
    isWhole: true,
  },
  { name: "unknown fields", stdin: withField("from_the_future", '{"a":[1,null,{"b":"c"}]}'), isWhole: true },
  {
    name: "a field named __proto__",
    stdin: withField("__proto__", '{"session_id":"polluted"}'),
    isWhole: true,
  },
  { name: "wrong types everywhere", stdin: withEvery(wrongType) },
  { name: "null everywhere", stdin: withEvery(() => null) },
  { name: "lists everywhere", stdin: withEvery((value) => [value]) },
  {
    name: "very long ids",
    stdin: withEvery((value, key) => key.endsWith("_id") ? "x".repeat(100_000) : value),
  },
  {
    name: "ids with line ends and paths",
    stdin: withEvery((value, key) => key.endsWith("_id") ? "../../a\n\u0000b" : value),
  },
  {
    name: "nested 100,000 deep in a field",
    stdin: withField("tool_response", "[".repeat(100_000) + "]".repeat(100_000)),
    isWhole: true,
  },
  {
    name: "nested 100,000 deep under numbers in a field",
    stdin: withField("tool_response", '{"1":'.repeat(100_000) + "1" + "}".repeat(100_000)),
    isWhole: true,
  },
  {
    name: "an error nested 100,000 deep",
    stdin: withField("error", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)),
    isWhole: true,
  },
  {
    name: "nested 100,000 deep at the top",
    stdin: () => '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000),
  },
  { name: "opened 100,000 times and never closed", stdin: () => '{"a":'.repeat(100_000), isNoObject: true },
  {
    name: "20 MB in one field",
    stdin: (hook, home) => `${text(hook, home).slice(0, -1)},"tool_response":"${"x".repeat(LARGE)}"}`,
  },
  {
    name: "20 MB of white space before the document",
    stdin: (hook, home) => " ".repeat(LARGE) + text(hook, home),
    isWhole: true,
  },
  {
    name: "20 MB of white space in the document",
    stdin: (hook, home) => `{${" ".repeat(LARGE)}${text(hook, home).slice(1)}`,
  },
  { name: "7,900,000 numbers in a field", stdin: withField("tool_response", `[${"1,".repeat(7_900_000)}1]`) },
  { name: "20 MB of garbage", stdin: () => "x".repeat(LARGE), isNoObject: true },
  { name: "20 MB in a list at the top", stdin: () => `[${"1,".repeat(LARGE / 2)}1]`, isNoObject: true },
];

for (const fault of STDIN_FAULTS) {
  Deno.test(`every hook survives stdin: ${fault.name}`, async () => {
    await inParallel(HOOKS, 2, (hook) => meet(fault, hook));
  });
}

async function meet(fault: StdinFault, hook: HookRow): Promise<void> {
  using home = await soundHome();
  const what = `${hook.event} with ${fault.name}`;
  assertHarmless(await home.hook(hook.name, fault.stdin(hook, home)), what);
  await home.settle();
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }], what);
  assertEquals(home.rows("select 1 from sessions where session_id in ('polluted', 'other')"), [], what);
  const recorded = home.rows(`select event from event_log where session_id in ('unknown', '${SESSION}')`);
  if (fault.isNoObject) assertEquals({ what, recorded }, { what, recorded: [] });
  if (fault.isWhole && hook.count !== undefined) {
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
      const usual = await fastest(home, hook, { after: "", keepOpen: false });
      const open = await fastest(home, hook, { after, keepOpen: true });
      // A hook that waited for the end of the file would be killed after half a minute.
      assert(open < Math.max(2 * usual, 2000), `${hook.event}: ${open} ms, usually ${usual}`);
    }
  });
}

async function fastest(
  home: TestHome,
  hook: HookRow,
  options: { readonly after: string; readonly keepOpen: boolean },
): Promise<number> {
  const stdin = JSON.stringify(payloadOf(hook, home)) + "\n" + options.after;
  const outcomes: Outcome[] = [];
  for (let i = 0; i < 3; i++) {
    outcomes.push(await home.hook(hook.name, stdin, { keepOpen: options.keepOpen }));
  }
  for (const outcome of outcomes) assertHarmless(outcome, hook.event);
  return Math.min(...outcomes.map((outcome) => outcome.ms));
}
