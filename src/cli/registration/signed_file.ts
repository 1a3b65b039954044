import { hashText } from "../../base/hash.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { type FileEdit, fileStep } from "./file_step.ts";
import type { InstallStep } from "./install_step.ts";
import { join } from "node:path";
import { textBeside } from "../frame/text_beside.ts";

/** A file that is mneme's as a whole. `text` lacks the last line, a hash that reveals a change by hand. */
interface SignedFile {
  readonly path: string;
  readonly text: string;
  /** Names the file in a report: "The skill". */
  readonly what: string;
  /** The marks by which the file's language begins and ends a comment. */
  readonly comment: Comment;
}

type Comment = readonly [open: string, close: string];

const MARKDOWN: Comment = ["<!-- ", " -->"];

/** Makes the edit that writes the file and removes it; a file that somebody changed stays. */
export function signedEdit({ path, text, what, comment }: SignedFile): FileEdit {
  const isOurs = (there: string | undefined) => there !== undefined && isAsWritten(there, comment);
  return {
    has: isOurs,
    put: (there) => there === undefined || isOurs(there) ? signText(text, comment) : there,
    take: () => undefined,
    foreign: (there) =>
      there === undefined || isOurs(there)
        ? undefined
        : `${what} in ${path} was changed by hand and stays; to get mneme's, remove it and install again`,
  };
}

const WRITTEN = "written by `mneme install`, which replaces it unless it was changed: ";

/** Adds a last line with a hash, by which a later install knows that nobody has changed the text. */
export function signText(text: string, [open, close]: Comment = MARKDOWN): string {
  return `${text}\n${open}${WRITTEN}${hashText(text)}${close}\n`;
}

/** Tells whether the text is as an install wrote it, of this version or another. */
export function isAsWritten(text: string, [open, close]: Comment = MARKDOWN): boolean {
  const end = `${close}\n`;
  const start = text.lastIndexOf(`\n${open}${WRITTEN}`);
  if (start < 0 || !text.endsWith(end)) return false;
  return text.slice(start + 1 + open.length + WRITTEN.length, -end.length) === hashText(text.slice(0, start));
}

/** Makes the step for the skill `memory-management` in a folder of skills. */
export function skillStep(skills: string): InstallStep {
  const place = { path: join(skills, "memory-management", "SKILL.md"), what: "The skill" };
  const edit = signedEdit({ ...place, text: skillText(), comment: MARKDOWN });
  return fileStep({ ...place, edit, backups: requirePaths().backups });
}

/** Returns the skill that tells an agent how to save well, without the last line that `install` adds. */
export function skillText(): string {
  return textBeside("registration/skill.txt");
}
