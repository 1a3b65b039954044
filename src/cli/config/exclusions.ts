import { isExcludedProject } from "../../core/exclusion.ts";
import { type Paths, withoutTrailingSlash } from "../../host/paths.ts";
import { projectConfigFile } from "../../host/source_stamps.ts";
import { plainText, shellWord } from "../plain_text.ts";
import type { Evaluation } from "./evaluate.ts";
import { patternsOf } from "./folders.ts";
import { quoteValue } from "./wording.ts";

/** The setting that excludes projects. */
export const EXCLUSIONS_KEY = "privacy.exclude_projects";

/** An entry of a file that excludes a project. */
export interface Exclusion {
  /** As it is written there. */
  readonly entry: string;
  readonly file: string;
  /** Whether `mneme projects exclude --undo` takes it out: it names this project in the user's file. */
  readonly isOwn: boolean;
  /** Whether the file still has it; else it stays from before, until what is wrong there is put right. */
  readonly isWritten: boolean;
}

/** Everything that excludes the project; empty where it is captured. */
export function exclusionsOf(paths: Paths, project: string, found: Evaluation): Exclusion[] {
  const holding: readonly string[] = found.settings.privacy.exclude_projects;
  return (["user", "project"] as const).flatMap((from) => {
    const file = from === "user" ? paths.configFile : projectConfigFile(project);
    const entries = (found.given[from].get(EXCLUSIONS_KEY) ?? []) as readonly string[];
    const written = found.written[from].get(EXCLUSIONS_KEY);
    return entries.filter((entry) =>
      patternsOf(entry).some((one) => holding.includes(one) && isExcludedProject(project, [one]))
    ).map((entry) => {
      const isWritten = Array.isArray(written) && written.includes(entry);
      return { entry, file, isWritten, isOwn: isWritten && from === "user" && isNamedBy(project, entry) };
    });
  });
}

/** Whether an entry names this project itself, not a folder above it or a pattern. */
export function isNamedBy(project: string, entry: unknown): boolean {
  return typeof entry === "string" && patternsOf(entry).some((one) => withoutTrailingSlash(one) === project);
}

/** What to do so that the project is captured again. */
export function howToInclude(project: string, exclusions: readonly Exclusion[]): string {
  const steps = exclusions.map(({ entry, file, isOwn, isWritten }) => {
    if (isOwn) return `mneme projects exclude --undo ${shellWord(project)}`;
    if (isWritten) return `take ${quoteValue(entry)} out of ${EXCLUSIONS_KEY} in ${plainText(file)}`;
    return `put right what \`mneme config check\` says of ${
      plainText(file)
    }, which until then excludes what it did`;
  });
  return [...new Set(steps)].join(", then ");
}
