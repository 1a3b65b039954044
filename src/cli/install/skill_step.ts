import { join } from "node:path";
import { textBeside } from "../text_beside.ts";
import type { InstallStep } from "./install_step.ts";
import { MARKDOWN, signedFileStep } from "./signed_file.ts";

/** The skill `memory-management` in a folder of skills; one that somebody changed is theirs and stays. */
export function skillStep(skills: string): InstallStep {
  const path = join(skills, "memory-management", "SKILL.md");
  return signedFileStep({ path, text: skillText(), what: "The skill", comment: MARKDOWN });
}

/** The skill that tells an agent how to save well: what `install` writes, but for its last line. */
export function skillText(): string {
  return textBeside("install/skill.txt");
}
