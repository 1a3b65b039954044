/** `deno task fuzz [TARGET] [--seconds N] [--seed S]`: feeds the targets with what nobody would send. */
import { parseArgs } from "node:util";
import { TARGETS } from "./all_targets.ts";
import { type Failure, type FromWorker, type Job, keepSeed } from "./target.ts";

const DEFAULT_SECONDS = "60";
const STARTS = 4;
const LEAST_HANG_MS = 60_000;

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { seconds: { type: "string", default: DEFAULT_SECONDS }, seed: { type: "string" } },
});
const wanted = TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (wanted.length < Math.max(1, positionals.length) || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(
    `Cannot fuzz ${positionals.join(" ")}: targets are ${TARGETS.map(({ name }) => name).join(", ")}; ` +
      "--seconds is above 0, --seed a whole number",
  );
  Deno.exit(2);
}

console.log(`seed ${seed}, ${seconds} s each`);
let failed = 0;
for (const { name, limitMs } of wanted) {
  const { cases, failure } = await fuzzOnceStarted(
    { name, seconds, seed },
    Math.max(LEAST_HANG_MS, 2 * limitMs),
  );
  console.log(
    `${name.padEnd(16)} ${String(cases).padStart(9)} cases  ${failure === undefined ? "ok" : "FAILED"}`,
  );
  if (failure === undefined) continue;
  failed++;
  console.log(`  ${failure.error.split("\n").slice(0, 12).join("\n  ")}`);
  if (cases > 0) console.log(`  kept as ${await keepSeed(name, failure.text)}`);
}
Deno.exit(failed === 0 ? 0 : 1);

/** A thread that never came to its first case says nothing about the target: on a busy machine one is tried again. */
async function fuzzOnceStarted(
  job: Job,
  hangMs: number,
): Promise<Omit<FromWorker & { kind: "end" }, "kind">> {
  for (let attempt = 1;; attempt++) {
    const ended = await fuzz(job, hangMs);
    if (ended.cases > 0 || attempt === STARTS) return ended;
  }
}

/** One target in a thread; one that says nothing for `hangMs` hangs in the case that it announced last. */
function fuzz(job: Job, hangMs: number): Promise<Omit<FromWorker & { kind: "end" }, "kind">> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve) => {
    let [cases, last] = [0, "null"];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (failure: Failure | undefined) => {
      clearTimeout(timer);
      worker.terminate();
      resolve({ cases, failure });
    };
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => finish({ text: last, error: `hangs for ${hangMs} ms` }), hangMs);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      watch();
      if (data.kind === "end") return finish(data.failure);
      cases++;
      last = data.text;
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      finish({ text: last, error: event.message });
    });
    watch();
    worker.postMessage(job);
  });
}
