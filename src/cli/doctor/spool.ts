import { clearLost, readLost } from "../../host/lost.ts";
import type { Paths } from "../../host/paths.ts";
import { countRejected, listSpool } from "../../host/spool.ts";
import { localTime } from "../plain_text.ts";
import { amount } from "../table.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import { bringInOrder } from "./home.ts";
import type { HomeProbe } from "./probe.ts";

/** The next start or end of a session brings in what waits; a session may be long. */
const USUAL_WAIT_MS = 86_400_000;

/** Whether spooled events wait too long for the database, and whether some could not be applied. */
export function checkSpool({ paths, now }: HomeProbe): Finding[] {
  const waiting = listSpool(paths);
  const rejected = countRejected(paths);
  const findings = waiting.length > 0 ? [waitingEvents(waiting, paths, now)] : [];
  if (rejected > 0) {
    findings.push(warn("spool", `${amount(rejected, "spooled event")} could not be read or applied`, {
      fix: `look at ${paths.spool}/rejected and remove what is in it`,
    }));
  }
  return findings.length > 0 ? findings : [ok("spool", "No spooled event waits")];
}

/** Names of spooled files, the oldest first. */
function waitingEvents(names: readonly string[], paths: Paths, now: Date): Finding {
  const oldest = names[0] ?? "";
  const count = `${amount(names.length, "spooled event")} ${names.length === 1 ? "waits" : "wait"}`;
  if (now.getTime() - spoolTime(oldest) < USUAL_WAIT_MS) {
    return ok("spool", `${count} for the next start or end of a session`);
  }
  return warn("spool", `${count} for the database, the oldest since ${spooledAt(oldest)}`, {
    fix: "mneme process",
    repair: () => {
      const drained = bringInOrder(paths);
      return drained === 0 ? undefined : `Brought in ${amount(drained, "spooled event")}`;
    },
  });
}

/** Whether events were lost since somebody last looked. */
export function checkLost({ paths }: HomeProbe): Finding[] {
  const lost = readLost(paths);
  if (lost === 0) return [ok("lost", "No event was lost")];
  const text = `${amount(lost, "event")} could be written neither to the database nor to the spool and ${
    lost === 1 ? "is" : "are"
  } lost`;
  return [fail("lost", text, {
    fix: `see ${paths.logFile} for the cause; \`mneme doctor --fix\` begins to count anew`,
    repair: () => {
      clearLost(paths);
      return `Began to count anew: ${amount(lost, "event")} had been lost`;
    },
  })];
}

/** The name of a spooled file begins with its time. */
function spooledAt(name: string): string {
  const time = new Date(spoolTime(name));
  return Number.isNaN(time.getTime()) ? "an unknown time" : localTime(time.toISOString());
}

function spoolTime(name: string): number {
  return Number(name.split("-")[0]);
}
