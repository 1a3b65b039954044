import { type Finding, ok, warn } from "./finding.ts";
import type { Probe } from "./probe.ts";

const CHECK = "command";

/** Whether a shell starts this mneme for `mneme`, as what it prints takes for granted. */
export function checkCommand({ executables, typed }: Probe): Finding[] {
  if (executables === undefined || typed === undefined) return [];
  const { found, isThis, line } = typed;
  if (isThis) return [ok(CHECK, `Your shell's \`mneme\` is ${found}`)];
  const text = found === undefined
    ? "Your shell does not find `mneme`, with which hints begin"
    : `Your shell's \`mneme\` is ${found}, not the one in ${executables}`;
  return [warn(CHECK, `${text}; put the fix into its profile`, { fix: line })];
}
