// Files that install writes whole (skill, OpenCode's plugin). A hash in the last line shows later changes.
import { hashText } from "../../base/hash.ts";
import { type FileEdit, fileStep } from "./file_step.ts";
import type { InstallStep } from "./install_step.ts";
import { join } from "node:path";
import { textBeside } from "../../machine/files.ts";

type Comment = readonly [open: string, close: string];

const MARKDOWN: Comment = ["<!-- ", " -->"];

/** Returns the edit of a whole file. A changed one stays. `what` names the file in a report. */
export function signedEdit(
  { path, text, what, comment }: Readonly<Record<"path" | "text" | "what", string>> & { comment: Comment },
): FileEdit {
  const isOurs = (there: string | undefined) => there !== undefined && isAsWritten(there, comment);
  return {
    has: isOurs,
    put: (there) => there === undefined || isOurs(there) ? signText(text, comment) : there,
    take: () => undefined, // called only if `has`, so not for a changed file
    foreign: (there) =>
      there === undefined || isOurs(there)
        ? undefined
        : `${what} in ${path} is not as mneme writes it, so it stays; to have mneme's, remove it before an install`,
  };
}

const WRITTEN = "written by `mneme install`, which replaces it unless it was changed: ";

export function signText(text: string, [open, close]: Comment = MARKDOWN): string {
  return `${text}\n${open}${WRITTEN}${hashText(text)}${close}\n`;
}

/** Returns true if the text is as an install of any version wrote it. */
export function isAsWritten(text: string, [open, close]: Comment = MARKDOWN): boolean {
  const end = `${close}\n`;
  const start = text.lastIndexOf(`\n${open}${WRITTEN}`);
  if (start < 0 || !text.endsWith(end)) return false;
  return text.slice(start + 1 + open.length + WRITTEN.length, -end.length) === hashText(text.slice(0, start));
}

export function skillStep(skills: string): InstallStep {
  const place = { path: join(skills, "memory-management", "SKILL.md"), what: "The skill" };
  const edit = signedEdit({ ...place, text: textBeside("cli/registration/skill.txt"), comment: MARKDOWN });
  return fileStep({ ...place, edit });
}
