/** `deno task fuzz [TARGET…] [--seconds N] [--seed S]`: feeds the targets with what nobody would send. */
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { TARGETS } from "./all_targets.ts";
import { checkInTime, type FuzzTarget, seedPath } from "./target.ts";

const LEAST_HANG_MS = 60_000;

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    here: { type: "boolean", default: false },
  },
});
const wanted = TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (wanted.length < Math.max(1, positionals.length) || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(
    `Cannot fuzz ${positionals.join(" ")}: targets are ${TARGETS.map(({ name }) => name).join(", ")}; ` +
      "--seconds is above 0, --seed a whole number",
  );
  Deno.exit(2);
}

if (!values.here) console.log(`seed ${seed}, ${seconds} s each`);
let failed = 0;
for (const target of wanted) {
  if (!await (values.here ? fuzz(target) : fuzzApart(target))) failed++;
}
Deno.exit(failed === 0 ? 0 : 1);

/** Fuzzes a target in a process of its own, which is ended when it hangs: the case that it tried last is its seed then. */
async function fuzzApart({ name, limitMs }: FuzzTarget): Promise<boolean> {
  const hangMs = Math.max(LEAST_HANG_MS, 2 * limitMs);
  const args = [
    "run",
    "-A",
    import.meta.filename!,
    name,
    "--here",
    "--seconds",
    `${seconds}`,
    "--seed",
    `${seed}`,
  ];
  const signal = AbortSignal.timeout(seconds * 1000 + hangMs);
  const { success } = await new Deno.Command(Deno.execPath(), { args, signal, stdin: "null" }).spawn().status;
  if (signal.aborted) console.log(`${name} hangs for ${hangMs} ms, kept as ${seedPath(name, seed)}`);
  return success;
}

/** Each case lies among the seeds as long as it is tried; the smallest that breaks a promise stays there. */
async function fuzz(target: FuzzTarget): Promise<boolean> {
  const path = seedPath(target.name, seed);
  const keep = (input: unknown) => Deno.writeTextFileSync(path, `${JSON.stringify(input)}\n`);
  let cases = 0;
  const property = fc.asyncProperty(target.cases, async (input) => {
    cases++;
    keep(input);
    await checkInTime(target, input);
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: 1e9,
    interruptAfterTimeLimit: seconds * 1000,
    markInterruptAsFailure: false,
  });
  const end = failed ? "FAILED" : "ok";
  console.log(`${target.name.padEnd(16)} ${String(cases).padStart(9)} cases  ${end}`);
  if (failed) {
    keep(counterexample?.[0]);
    const text = errorInstance instanceof Error
      ? errorInstance.stack ?? errorInstance.message
      : errorInstance;
    console.log(`  ${String(text).split("\n").slice(0, 12).join("\n  ")}\n  kept as ${path}`);
  } else Deno.removeSync(path);
  return !failed;
}
