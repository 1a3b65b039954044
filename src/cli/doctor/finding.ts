/** `warn`: it works, and somebody should know. `fail`: something does not work; the command ends with status 1. */
export type Level = "ok" | "warn" | "fail";

/** Returns a sentence about what was done, or `undefined` when there was nothing left to do. */
export type Repair = () => string | undefined;

/** Holds what a check says. Text and JSON are printed from the same findings. */
export interface Finding {
  /** The group that it belongs to, one word: `spool`. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** A command that runs or a step to take; absent where nothing needs to be done. */
  readonly fix?: string;
  /** Does what `--fix` does about it. */
  readonly repair?: Repair;
}

/** The findings of one check: in order, to know, to repair. */
export function findingsOf(check: string) {
  const problem = (level: Level) => (text: string, fix: string, repair?: Repair): Finding => {
    return { check, level, text, fix, ...(repair && { repair }) };
  };
  const ok = (text: string): Finding => ({ check, level: "ok", text });
  return { ok, warn: problem("warn"), fail: problem("fail") };
}

type Tell = (text: string, fix: string, repair?: Repair) => void;

/** A check that tells what is wrong or worth a note, and returns a sentence for where nothing is, or `undefined` for none. */
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
