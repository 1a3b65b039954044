import * as fc from "fast-check";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn } from "../_support/test_home.ts";

/** One thing that is fed with what nobody would send. */
export interface FuzzTarget {
  readonly name: string;
  /** The longest that one case may take, far beyond what it needs. */
  readonly limitMs: number;
  /** Cases are plain JSON, so that one that broke something can be kept as a file. */
  readonly cases: fc.Arbitrary<unknown>;
  /** Throws, or rejects, when a promise is broken. */
  check(input: unknown): void | Promise<void>;
}

/** Makes a target whose check knows the type of its own cases. */
export function defineTarget<C>(
  { limitMs = 3000, ...definition }: Omit<FuzzTarget, "limitMs" | "check"> & {
    readonly limitMs?: number;
    readonly cases: fc.Arbitrary<C>;
    check(input: C): void | Promise<void>;
  },
): FuzzTarget {
  return { limitMs, ...definition, check: (input) => definition.check(input as C) };
}

/** Runs the check and takes its time; the error says how long, where that is the fault. */
export async function checkInTime(target: FuzzTarget, input: unknown): Promise<void> {
  const start = performance.now();
  await target.check(input);
  const ms = Math.round(performance.now() - start);
  if (ms > target.limitMs) throw new Error(`takes ${ms} ms, at most ${target.limitMs} are allowed`);
}

/** Private text that must not come out anywhere. */
export const NEEDLE = "needle7391kestrel";

const TAGS = ["private", "PRIVATE", "Private", "mneme-context", "claude-mem-context", "system-reminder"];
const MARKS = [["<", ">"], ["&lt;", "&gt;"], ["\\u003c", "\\u003e"]] as const;

/** The needle in a block that hides it, in a notation of any kind. */
export const hiddenNeedle: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom(...TAGS),
  fc.constantFrom(...MARKS),
  fc.constantFrom("", " ", "\n", "\t"),
).map(([tag, [open, close], blank]) =>
  `${open}${tag}${close}${blank}${NEEDLE}${blank}${open}/${tag}${close}`
);

/** The value with the text put into the `at`-th of its strings; `undefined` where it has none. */
export function plantIn(value: unknown, text: string, at: number): unknown {
  const count = countStrings(value);
  if (count === 0) return undefined;
  let left = at % count;
  return JSON.parse(
    JSON.stringify(value),
    (_, part) => typeof part === "string" && left-- === 0 ? middle(part, text) : part,
  );
}

/** Fails where the needle stands in the text. */
export function assertHidden(text: string, where: string): void {
  const at = text.indexOf(NEEDLE);
  if (at >= 0) throw new Error(`${where} has private text: …${text.slice(Math.max(0, at - 80), at + 40)}…`);
}

function countStrings(value: unknown): number {
  let count = 0;
  JSON.stringify(value, (_, part) => {
    if (typeof part === "string") count++;
    return part;
  });
  return count;
}

/** Between two characters: half a character is no text. */
function middle(text: string, insert: string): string {
  const points = [...text];
  const half = Math.floor(points.length / 2);
  return points.slice(0, half).join("") + insert + points.slice(half).join("");
}

const FOLDER = `${PROJECT_ROOT}/tests/fuzz/seeds`;

/** Where a case that a run with this seed found is kept. */
export function seedPath(target: string, seed: number): string {
  return `${FOLDER}/${target}/found_${seed}.seed`;
}

/** All cases that are kept of a target. */
export function seedsOf(target: string): { readonly name: string; readonly input: unknown }[] {
  return namesIn(`${FOLDER}/${target}`).map((name) => ({
    name,
    input: JSON.parse(Deno.readTextFileSync(`${FOLDER}/${target}/${name}`)),
  }));
}
