/** `deno task soak [--events N] [--seed S]`: a long day of many sessions, and an account of every event. */
import { parseArgs } from "node:util";
import { TestHome } from "../_support/test_home.ts";
import { accountFor, errorsIn } from "./account.ts";
import { planSessions } from "./plan.ts";
import { play } from "./play.ts";

const SESSIONS = 20;

const { values } = parseArgs({
  options: { events: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const [events, seed] = [Number(values.events), Number(values.seed)];
if (!(events >= SESSIONS * 5) || !Number.isInteger(seed)) {
  console.error(`Cannot soak: --events is at least ${SESSIONS * 5}, --seed a whole number`);
  Deno.exit(2);
}
Deno.exit(await soak() ? 0 : 1);

async function soak(): Promise<boolean> {
  using home = new TestHome();
  const started = performance.now();
  const played = await play(home, planSessions(SESSIONS, events, seed));
  await home.settle();
  for (const _time of [1, 2]) {
    const { code, stderr } = await home.mneme(["process"]);
    if (code !== 0) console.error(`mneme process ends with ${code}: ${stderr}`);
  }
  const minutes = (performance.now() - started) / 60_000;
  const killed = played.events.filter(({ end }) => end === "killed").length;
  console.log(
    `${played.events.length} events of ${SESSIONS} sessions in ${
      minutes.toFixed(1)
    } minutes; ${killed} hooks killed; ` +
      `${played.locks} locks; mneme process run ${played.processRuns} times, killed ${played.processKills}`,
  );
  for (const { complaint, planned } of played.events.filter(({ end }) => end === "failed").slice(0, 10)) {
    console.log(`${planned.hook} ${complaint}`);
  }
  const account = accountFor(home, played);
  for (const { what, wanted, found, isRight } of account) {
    const cells = `${what.padEnd(48)} ${wanted.padStart(10)} ${found.padStart(10)}`;
    console.log(`${cells}  ${isRight ? "ok" : "VIOLATED"}`);
  }
  for (const line of errorsIn(home.log()).slice(0, 10)) console.log(line);
  return account.every(({ isRight }) => isRight);
}
