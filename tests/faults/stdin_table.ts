import type { TestHome } from "../_support/test_home.ts";
import { type HookRow, payloadOf } from "./hooks_table.ts";

/** Something wrong with what a hook is given. */
export interface StdinFault {
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
export const STDIN_FAULTS: readonly StdinFault[] = [
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
