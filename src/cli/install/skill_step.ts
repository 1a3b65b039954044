import { dirname, join } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { writeAtomic } from "../../host/atomic_file.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import { isAsWritten, signText } from "./skill/signed_text.ts";
import { SKILL_TEXT } from "./skill/skill_text.ts";
import { unifiedDiff } from "./text_diff.ts";

/** The skill `memory-management` in a folder of skills; one that somebody changed is theirs and stays. */
export function skillStep(skills: string): InstallStep {
  const path = skillFile(skills);
  return {
    install: (mode) => install(path, mode),
    uninstall: (mode) => uninstall(path, mode),
  };
}

/** Whether there is one in a folder of skills, whoever wrote it. */
export function holdsSkill(skills: string): boolean {
  return readIfThere(skillFile(skills)) !== undefined;
}

function skillFile(skills: string): string {
  return join(skills, "memory-management", "SKILL.md");
}

function install(path: string, mode: StepMode): StepReport {
  const before = readIfThere(path);
  const after = signText(SKILL_TEXT);
  if (before === after) return report(path, { before, after, line: `The skill ${path} is as it should be` });
  if (before !== undefined && !isAsWritten(before)) {
    const line =
      `The skill ${path} was changed by hand and stays; remove it and install again for the one of mneme`;
    return report(path, { before, after: before, line });
  }
  if (mode === "apply") write(path, after);
  return report(path, {
    before,
    after,
    line: `The skill ${path}: ${before === undefined ? "added" : "updated"}`,
  });
}

function uninstall(path: string, mode: StepMode): StepReport {
  const before = readIfThere(path);
  if (before === undefined) {
    return report(path, { before, after: undefined, line: `Nothing to remove: there is no ${path}` });
  }
  if (!isAsWritten(before)) {
    return report(path, { before, after: before, line: `The skill ${path} was changed by hand and stays` });
  }
  if (mode === "apply") remove(path);
  return report(path, { before, after: undefined, line: `The skill ${path}: removed` });
}

interface Change {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly line: string;
}

function report(path: string, { before, after, line }: Change): StepReport {
  return {
    changed: before !== after,
    lines: [line],
    diff: unifiedDiff(before ?? "", after ?? ""),
    data: { step: "skill", file: path },
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw explain(path, "read", error);
  }
}

function write(path: string, text: string): void {
  try {
    Deno.mkdirSync(dirname(path), { recursive: true });
    writeAtomic(path, text, { mode: 0o644 });
  } catch (error) {
    throw explain(path, "write", error);
  }
}

/** The folders that install made go, too, as far as nothing else lies in them. */
function remove(path: string): void {
  try {
    Deno.removeSync(path);
    for (const folder of [dirname(path), dirname(dirname(path))]) {
      if (Deno.readDirSync(folder)[Symbol.iterator]().next().done === true) Deno.removeSync(folder);
    }
  } catch (error) {
    throw explain(path, "remove", error);
  }
}

function explain(path: string, verb: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError(`Cannot ${verb} the skill ${path}: ${reason}`, {
    hint: "make its folder writable",
    cause,
  });
}
