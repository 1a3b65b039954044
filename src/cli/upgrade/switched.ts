import { printJson, printLine, warnLine } from "../output.ts";
import { registerAgain, type Registration } from "./register_again.ts";
import { switchTo, type Versions } from "./versions.ts";

/** A switch that was made, or that there was no need for. */
export interface Switched {
  readonly from: string;
  readonly to: string;
  readonly folder: string;
  readonly registrations: readonly Registration[];
}

/** Switches to the version in the folder `name`, and lets it register itself. */
export function switchVersion(versions: Versions, name: string): Switched {
  switchTo(versions, name);
  return {
    from: versions.current,
    to: name,
    folder: versions.root,
    registrations: registerAgain(versions),
  };
}

/** Prints what was done, and how to undo it. */
export function printSwitched(switched: Switched, options: { readonly json?: true }): void {
  const { from, to, folder, registrations } = switched;
  if (options.json) {
    return printJson({ from, to, folder, registrations: registrations.map(registrationView) });
  }
  printLine(
    from === to
      ? `mneme ${to} is in use already`
      : `Switched from ${from} to ${to}; ${from} stays in ${folder}`,
  );
  for (const { file, problem } of registrations) {
    if (problem === undefined) printLine(`Hooks in ${file} are those of ${to}`);
    else warnLine(`mneme: Cannot register ${to} in ${file}: ${problem}; run \`mneme install\` again`);
  }
  if (from !== to) printLine(`Restart Claude Code for new hooks to take effect. To undo: mneme rollback`);
}

function registrationView({ file, problem }: Registration): { file: string; problem: string | null } {
  return { file, problem: problem ?? null };
}
