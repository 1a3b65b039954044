// Checks of the doctor: hook latency, recent errors, spaces of sync.
import { HOOKS } from "../../base/hook_names.ts";
import { DAY_MS } from "../../base/time.ts";
import { hookLatencies } from "../../store/stats.ts";
import { hasNoProject, howToTakePart } from "../../sync/left_out.ts";
import { LEFT_OUT } from "../../store/at_start.ts";
import { Records } from "../../sync/records.ts";
import { joinCommand } from "../../sync/remote.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { hookStats, recentFailures } from "../frame/hook_stats.ts";
import { amount, localTime, plainLine } from "../frame/plain_text.ts";
import { check, type HomeProbe } from "./check.ts";
import { readIfPossible } from "./database.ts";

/** The number of events to read: older ones may come from another machine, where the database was before. */
const NEWEST_EVENTS = 20_000;
const MIN_RUNS = 20; // the times of fewer runs are chance

export const checkLatency = check<HomeProbe>("latency", ({ paths }, warn) => {
  const latencies = readIfPossible(paths.database, (store) => hookLatencies(store, NEWEST_EVENTS)) ?? [];
  const stats = hookStats(latencies, []);
  const measured = HOOKS.flatMap(({ name, p95Ms }) => {
    const { count = 0, p50_ms, p95_ms } = stats[name] ?? {};
    if (count < MIN_RUNS || p50_ms == null || p95_ms == null) return [];
    return [{ name, p50: round(p50_ms), p95: round(p95_ms), limit: p95Ms, isSlow: p95_ms > p95Ms }];
  });
  if (measured.length === 0) return `No hook has run ${MIN_RUNS} times yet`;
  for (const { name, p50, p95, limit } of measured.filter(({ isSlow }) => isSlow)) {
    const text = `${name} takes ${p50} ms, and 1 run in 20 over ${p95} ms; ${limit} ms is the limit`;
    warn(`${text}. A slow disk or a virus scanner may be why`);
  }
  const figures = measured.map(({ name, p50, p95 }) => `${name} ${p50}/${p95}`);
  return `Median and 95th percentile in ms: ${figures.join(", ")}`;
});

const round = (ms: number) => ms < 10 ? ms.toFixed(1) : String(Math.round(ms));

export const checkLog = check<HomeProbe>("errors", ({ paths, now }, warn) => {
  const recent = recentFailures(paths, now);
  const newest = recent.at(-1);
  if (newest === undefined) return "No error in the last 24 hours";
  const [time, hook] = [localTime(newest.time.toISOString()), plainLine(newest.hook, 40)];
  const text = `${amount(recent.length, "error")} in the last 24 hours, the newest at ${time} in ${hook}`;
  warn(`${text}: ${plainLine(newest.message, 200)}`, `see ${paths.logFile}`);
});

const STALE_DAYS = 14;

/** Checks that the spaces are up to date. Without a space there is no finding. */
export const checkSpaces = check<HomeProbe>("sync", ({ paths, now }, warn) => {
  const { spaces } = readSpaces(paths);
  if (spaces.length === 0) return undefined;
  const found = readIfPossible(paths.database, (store) =>
    spaces.map((space) => {
      const records = new Records(store, space.name);
      const refused = records.refused().filter(({ help }) => help !== undefined); // no help: no fault
      return { ...space, ...records.state(), refused };
    }));
  for (const space of found ?? []) {
    const { refused, last_at, last_error, name, remote } = space;
    if (refused.length > 0) {
      const reasons = plainLine([...new Set(refused.map(({ reason }) => reason))].join("; "), 200);
      warn(`${name}: ${amount(refused.length, "record")} set aside, since ${reasons}`, "mneme sync status");
    }
    // An error may have words of the remote, so a fix is never taken out of it.
    const join = joinCommand({ remote, name });
    const isLeft = last_error?.startsWith(LEFT_OUT);
    const fix = isLeft ? "mneme sync status" : last_error?.includes(`\`${join}\``) ? join : "mneme sync";
    if (hasNoProject(space)) warn(`${name}: ${howToTakePart(space)}`, "mneme sync status");
    if (last_error !== null) {
      warn(`${name}${isLeft ? "" : ":"} ${plainLine(last_error, isLeft ? 600 : 200)}`, fix);
    } else if (last_at === null || now.getTime() - Date.parse(last_at) > STALE_DAYS * DAY_MS) {
      warn(`${name} was not synced in the last ${STALE_DAYS} days`, "mneme sync");
    }
  }
  return found && `${amount(spaces.length, "space")} up to date`;
});
