/** `warn`: it works, but the user should know. `fail`: it does not work; the command exits with status 1. */
export type Level = "ok" | "warn" | "fail";

/** Repairs a finding. Returns a sentence about it, or `undefined` when there was nothing left to do. */
export type Repair = () => string | undefined;

/** The result of a check, from which both text and JSON are printed. */
export interface Finding {
  /** The name of the check in one word: `spool`. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** A command to run or a step to take; absent where nothing needs to be done. */
  readonly fix?: string;
  /** The repair that `--fix` makes. */
  readonly repair?: Repair;
}

/** Makes functions that create findings of one check, by level. */
export function findingsOf(check: string) {
  const problem = (level: Level) => (text: string, fix: string, repair?: Repair): Finding => {
    return { check, level, text, fix, ...(repair && { repair }) };
  };
  const ok = (text: string): Finding => ({ check, level: "ok", text });
  return { ok, warn: problem("warn"), fail: problem("fail") };
}

type Tell = (text: string, fix: string, repair?: Repair) => void;

/** Makes a check. `look` reports problems and notes; its sentence stands if it reports none. */
export function check<P>(
  name: string,
  look: (probe: P, warn: Tell, fail: Tell, note: (text: string) => void) => string | undefined,
): (probe: P) => Finding[] {
  return (probe) => {
    const { ok, warn, fail } = findingsOf(name);
    const findings: Finding[] = [];
    const inOrder = look(
      probe,
      (...told) => findings.push(warn(...told)),
      (...told) => findings.push(fail(...told)),
      (text) => findings.push(ok(text)),
    );
    return findings.length > 0 || inOrder === undefined ? findings : [ok(inOrder)];
  };
}
