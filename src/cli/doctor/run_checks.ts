import { plainLine } from "../plain_text.ts";
import { checkCandidates } from "./candidates.ts";
import { checkCommand } from "./command.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkDatabase, checkWal } from "./database.ts";
import { checkDeadlines } from "./deadlines.ts";
import { checkExecutables } from "./executables.ts";
import { fail, type Finding } from "./finding.ts";
import { missingHome } from "./home.ts";
import { checkLatency } from "./latency.ts";
import { checkLeftovers } from "./leftovers.ts";
import { checkLog } from "./log.ts";
import { checkPermissions } from "./permissions.ts";
import type { HomeProbe, Probe } from "./probe.ts";
import { checkServer } from "./server.ts";
import { checkSettings } from "./settings.ts";
import { checkLost, checkSpool } from "./spool.ts";
import { checkDisk, checkPauses } from "./surroundings.ts";

/** The name stands in the findings of a check that could not be made. */
type Check<P extends Probe> = readonly [name: string, look: (probe: P) => Finding[] | Promise<Finding[]>];

const MACHINE_CHECKS: readonly Check<Probe>[] = [
  ["executables", checkExecutables],
  ["command", checkCommand],
  ["settings", checkSettings],
  ["server", checkServer],
];

/** In the order in which repairs are made: a folder must be writable before a database is made in it. */
const HOME_CHECKS: readonly Check<HomeProbe>[] = [
  ["permissions", checkPermissions],
  ["integrity", checkDatabase],
  ["wal", checkWal],
  ["spool", checkSpool],
  ["lost", checkLost],
  ["configuration", checkConfiguration],
  ["deadlines", checkDeadlines],
  ["pause", checkPauses],
  ["latency", checkLatency],
  ["errors", checkLog],
  ["disk", checkDisk],
  ["leftovers", checkLeftovers],
  ["candidates", checkCandidates],
];

/** Every finding of every check. Looks only; a check that cannot be made is a finding, too. */
export async function runChecks(probe: Probe): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of MACHINE_CHECKS) findings.push(...await runCheck(check, probe));
  const missing = missingHome(probe);
  if (missing !== undefined || probe.paths === undefined) return missing ? [...findings, missing] : findings;
  const homeProbe: HomeProbe = { ...probe, paths: probe.paths };
  for (const check of HOME_CHECKS) findings.push(...await runCheck(check, homeProbe));
  return findings;
}

/** Repairs what the findings know how to; a sentence for each that was done or could not be. */
export function repairAll(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ check, repair }) => {
    if (repair === undefined) return [];
    try {
      return repair() ?? [];
    } catch (error) {
      return [`Cannot repair ${check}: ${plainLine(reasonOf(error), 300)}`];
    }
  });
}

async function runCheck<P extends Probe>([name, look]: Check<P>, probe: P): Promise<Finding[]> {
  try {
    return await look(probe);
  } catch (error) {
    return [fail(name, `This could not be checked: ${plainLine(reasonOf(error), 300)}`, {
      fix: "look at the file that it names",
    })];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
