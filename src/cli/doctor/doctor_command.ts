// The command `mneme doctor`: runs the checks, prints the findings, repairs.
import { Command, type Flags } from "../frame/command.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { CLIENT_NAMES, clientRows, namedClients } from "../clients/client_table.ts";
import { printJson, printLine } from "../frame/output.ts";
import { alignRows, amount, plainLine, plainText } from "../frame/plain_text.ts";
import { checkLatency, checkLog, checkSpaces } from "./activity.ts";
import { type Finding, type HomeProbe, type Level, type Probe, systemProbe } from "./check.ts";
import { checkCommand, checkExecutables } from "./executables.ts";
import { checkBackups, checkDatabase, checkSpool } from "./database.ts";
import { checkDeadlines, checkServer, checkSettings, isClaudeThere } from "./claude.ts";
import { checkClient, inNoClient, mayHaveMneme } from "./other_clients.ts";
import {
  checkConfiguration,
  checkDisk,
  checkLeftovers,
  checkLost,
  checkPauses,
  checkPermissions,
  missingHome,
} from "./home.ts";

export function doctorCommand(): Command {
  return new Command("doctor")
    .option(
      "--client <name>",
      `check only this agent: ${CLIENT_NAMES}; all: every agent found (default: Claude Code, and the agents that have mneme)`,
    )
    .option("--fix", "repair what needs no decision, then check again")
    .orJson("mneme doctor --fix", doctor);
}

async function doctor(options: Flags<"client", "fix">): Promise<void> {
  const look = () => runChecks(systemProbe(), options.client);
  let findings = await look();
  const fixed = options.fix ? repairAll(findings) : [];
  if (fixed.length > 0) findings = await look();
  const failed = countOf(findings, "fail");
  if (options.json) printJson({ ok: failed === 0, findings, fixed });
  else for (const line of report(findings, fixed)) printLine(line);
  if (failed === 0) return;
  const hint = 'do what each "fix" says';
  throw new UserError(`Cannot call this healthy: ${amount(failed, "failure")}`, { hint });
}

function report(findings: readonly Finding[], fixed: readonly string[]): string[] {
  const rows = findings.flatMap(({ level, check, text, fix }) => [
    [level, check, plainText(text)],
    ...(fix === undefined ? [] : [["", "", `fix: ${plainText(fix)}`]]),
  ]);
  const done = fixed.length > 0 ? [...fixed.map((line) => plainText(line)), ""] : [];
  return [...done, ...alignRows(rows), "", summary(findings)];
}

function summary(findings: readonly Finding[]): string {
  const [warnings, failures] = [countOf(findings, "warn"), countOf(findings, "fail")];
  if (warnings + failures === 0) return "All is well.";
  const repairable = findings.filter(({ repair }) => repair !== undefined).length;
  const help = repairable === 0 ? "" : `; \`mneme doctor --fix\` can repair ${repairable} of them`;
  return `${amount(failures, "failure")}, ${amount(warnings, "warning")}${help}.`;
}

function countOf(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** The checks in the order of their repairs: a folder must be writable before a database is made in it. */
const HOME_CHECKS: readonly ((probe: HomeProbe) => Finding[])[] = [
  checkPermissions,
  checkDisk,
  checkDatabase,
  checkSpool,
  checkLost,
  checkConfiguration,
  checkPauses,
  checkLatency,
  checkLog,
  checkLeftovers,
  checkBackups,
  checkSpaces,
];

/** Checks Claude Code if it is there, agents with mneme, and mneme; or `client`, and mneme with `claude`, `all`. */
export async function runChecks(probe: Probe, client?: string): Promise<Finding[]> {
  const named = client === undefined
    ? ["claude" as const, ...clientRows().filter(mayHaveMneme)]
    : namedClients(client);
  const others = named.filter((row) => row !== "claude");
  const checksClaude = named.includes("claude") && (client === "claude" || isClaudeThere(probe));
  const checksMneme = named.includes("claude") || client === "all";
  const findings = checksMneme ? [...await checkExecutables(probe), ...checkCommand(probe)] : [];
  if (checksClaude) {
    findings.push(...checkSettings({ ...probe, hasOthers: others.some(mayHaveMneme) }));
    findings.push(...checkDeadlines(probe), ...checkServer(probe));
  } else if (others.length === 0) findings.push(...inNoClient(probe));
  for (const row of others) findings.push(...await checkClient(probe, row));
  if (!checksMneme) return findings;
  const { paths } = probe;
  const missing = missingHome(probe);
  if (missing.length > 0 || paths === undefined) return [...findings, ...missing];
  return [...findings, ...HOME_CHECKS.flatMap((look) => look({ ...probe, paths }))];
}

/** Returns a sentence for each repair that was done or failed. */
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
