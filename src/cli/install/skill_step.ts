import { join } from "node:path";
import { textBeside } from "../text_beside.ts";
import type { InstallStep } from "./install_step.ts";
import { MARKDOWN, readIfThere, signedFileStep } from "./signed_file.ts";

/** The skill `memory-management` in a folder of skills; one that somebody changed is theirs and stays. */
export function skillStep(skills: string): InstallStep {
  return signedFileStep({ path: skillFile(skills), text: skillText(), what: "The skill", comment: MARKDOWN });
}

/** The skill that tells an agent how to save well: what `install` writes, but for its last line. */
export function skillText(): string {
  return textBeside("install/skill.txt");
}

/** Tells whether there is one in a folder of skills, whoever wrote it. */
export function holdsSkill(skills: string): boolean {
  return readIfThere(skillFile(skills), "the skill") !== undefined;
}

function skillFile(skills: string): string {
  return join(skills, "memory-management", "SKILL.md");
}
