import { dirname } from "node:path";
import { hashText } from "../../base/hash.ts";
import { writeAtomic } from "../../machine/files.ts";
import { attempt } from "../attempt.ts";
import { isThere, namesIn } from "../is_there.ts";
import { type InstallStep, type StepReport, unifiedDiff } from "./install_step.ts";

const HINT = "make its folder writable";

/** A file that is mneme's as a whole: its text without the last line, by which it is known that nobody has changed it. */
export interface SignedFile {
  readonly path: string;
  readonly text: string;
  /** As a report says it: "The skill". */
  readonly what: string;
  /** How the file's language begins and ends a comment. */
  readonly comment: Comment;
}

export type Comment = readonly [open: string, close: string];

export const MARKDOWN: Comment = ["<!-- ", " -->"];

/** Writes the file and takes it back; one that somebody changed is theirs and stays. */
export function signedFileStep(file: SignedFile): InstallStep {
  const { path, comment } = file;
  const named = file.what.replace("The ", "the ");
  return {
    install(mode) {
      const before = readIfThere(path, named);
      const after = signText(file.text, comment);
      if (before === after) return report(file, before, after, " is as it should be");
      if (before !== undefined && !isAsWritten(before, comment)) {
        const advice = "remove it and install again for the one of mneme";
        return report(file, before, before, ` was changed by hand and stays; ${advice}`);
      }
      if (mode === "apply") {
        attempt(`write ${named} ${path}`, HINT, () => {
          Deno.mkdirSync(dirname(path), { recursive: true });
          writeAtomic(path, after, { mode: 0o644 });
        });
      }
      return report(file, before, after, before === undefined ? ": added" : ": updated");
    },
    uninstall(mode) {
      const before = readIfThere(path, named);
      if (before === undefined) {
        return { ...report(file, before, before, ""), lines: [`Nothing to remove: there is no ${path}`] };
      }
      if (!isAsWritten(before, comment)) {
        return report(file, before, before, " was changed by hand and stays");
      }
      if (mode === "apply") attempt(`remove ${named} ${path}`, HINT, () => remove(path));
      return report(file, before, undefined, ": removed");
    },
  };
}

type Text = string | undefined;

function report({ path, what }: SignedFile, before: Text, after: Text, done: string): StepReport {
  return {
    changed: before !== after,
    lines: [`${what} ${path}${done}`],
    diff: unifiedDiff(before ?? "", after ?? ""),
    data: { step: what.replace("The ", ""), file: path },
  };
}

/** The text of a file of ours, or of whoever else has one there; `undefined` without. */
function readIfThere(path: string, named: string): Text {
  const read = () => isThere(path) ? Deno.readTextFileSync(path) : undefined;
  return attempt(`read ${named} ${path}`, HINT, read);
}

/** The folders that install made go, too, as far as nothing else lies in them. */
function remove(path: string): void {
  Deno.removeSync(path);
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    if (namesIn(folder).length === 0) Deno.removeSync(folder);
  }
}

const WRITTEN = "written by `mneme install`, which replaces it unless it was changed: ";

/** The text with a last line by which a later install knows that nobody has changed it. */
export function signText(text: string, [open, close]: Comment = MARKDOWN): string {
  return `${text}\n${open}${WRITTEN}${hashText(text)}${close}\n`;
}

/** Tells whether the text is just as some install wrote it, of this version or another. */
export function isAsWritten(text: string, [open, close]: Comment = MARKDOWN): boolean {
  const end = `${close}\n`;
  const start = text.lastIndexOf(`\n${open}${WRITTEN}`);
  if (start < 0 || !text.endsWith(end)) return false;
  return text.slice(start + 1 + open.length + WRITTEN.length, -end.length) === hashText(text.slice(0, start));
}
