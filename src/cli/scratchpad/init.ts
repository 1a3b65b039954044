import { COORDINATOR, EGO } from "../../core/scratchpad/agent_name.ts";
import { UserError } from "../../core/user_error.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { findScratchpads, type ScratchpadPlace } from "./place.ts";

export interface InitOptions {
  readonly project?: string;
  readonly json?: true;
}

/** `mneme scratchpad init`: makes the folders that switch scratchpads on for a project. What is there stays. */
export function initScratchpads(options: InitOptions): void {
  const place = findScratchpads(options.project);
  const made = makeAll(place);
  if (options.json) printJson({ folder: place.files.folder, made });
  else for (const path of made) printLine(`made ${plainText(path)}`);
  if (made.length === 0) warnLine(`Nothing to do: ${plainText(place.files.folder)} is set up`);
  if (place.settings.enforce === "never") {
    warnLine(
      "scratchpad.enforce is never: no agent is asked; `mneme config unset scratchpad.enforce` changes that",
    );
  }
}

function makeAll({ files, settings }: ScratchpadPlace): string[] {
  const readme = `${files.folder}/README.md`;
  try {
    const folders = [COORDINATOR, EGO].map((agent) => `${files.folder}/${agent}`).filter((path) =>
      !isThere(path)
    );
    for (const path of folders) Deno.mkdirSync(path, { recursive: true });
    if (isThere(readme)) return folders;
    Deno.writeTextFileSync(readme, readmeText(settings.sections), { createNew: true });
    return [...folders, readme];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot make ${plainText(files.folder)}: ${plainText(reason)}`, {
      hint: "see what is in the way and whether the project may be written",
      cause: error,
    });
  }
}

function readmeText(sections: readonly string[]): string {
  const named = sections.map((section) => `"${section}"`).join(", ");
  return `# Scratchpads

Each agent leaves a note a day, \`<agent>/YYYY-MM-DD.md\`, with these sections:
${named}.
mneme asks for it when a subagent, or a session with subagents, stops; without this folder it asks nobody.
`;
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
