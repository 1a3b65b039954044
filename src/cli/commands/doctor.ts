import { Command } from "commander";
import { UserError } from "../../core/user_error.ts";
import type { Finding, Level } from "../doctor/finding.ts";
import { systemProbe } from "../doctor/probe.ts";
import { repairAll, runChecks } from "../doctor/run_checks.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { alignRows, amount } from "../table.ts";

interface DoctorOptions {
  readonly fix?: true;
  readonly json?: true;
}

/** `mneme doctor`: what is wrong and what to do about it. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Check everything and say how to fix what is wrong; status 1 if anything fails")
    .option("--fix", "repair what mneme can repair by itself, then check again")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme doctor --fix")
    .action(doctor);
}

async function doctor(options: DoctorOptions): Promise<void> {
  let findings = await runChecks(systemProbe());
  const fixed = options.fix ? repairAll(findings) : [];
  if (fixed.length > 0) findings = await runChecks(systemProbe());
  const failed = countOf(findings, "fail");
  if (options.json) printJson({ ok: failed === 0, findings, fixed });
  else for (const line of report(findings, fixed)) printLine(line);
  if (failed === 0) return;
  const count = `${amount(failed, "check")} failed`;
  throw new UserError(`Cannot call this healthy: ${count}`, { hint: "each fix stands with its finding" });
}

function report(findings: readonly Finding[], fixed: readonly string[]): string[] {
  const rows = alignRows(findings.map(({ level, check, text }) => [level, check, plainText(text)]));
  const widest = Math.max(0, ...findings.map(({ check }) => check.length));
  const margin = " ".repeat("fail".length + 2 + widest + 2);
  return [
    ...fixed.map((line) => plainText(line)),
    ...(fixed.length > 0 ? [""] : []),
    ...findings.flatMap(({ fix }, i) => [
      rows[i] ?? "",
      ...(fix === undefined ? [] : [`${margin}fix: ${plainText(fix)}`]),
    ]),
    "",
    summary(findings),
  ];
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
