import * as z from "zod";
import { knownCommands } from "../../store/command_runs.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { readStore } from "../frame/prepare_home.ts";
import { thisProject } from "../frame/this_project.ts";
import { DEFAULT_FIXES, fixesOf, requireError } from "../work/fix_command.ts";
import { DEFAULT_COMMANDS, requireProgram } from "../work/how_command.ts";
import { pastResult } from "./past_text.ts";
import { defineTool } from "./tool.ts";

/** The tools that return commands of past sessions, and what fixed errors. */
export const WORK_TOOLS = [
  defineTool({
    name: "find_fix",
    description:
      "What made this error go away when a session of this project met it before: what was tried, and what was run and " +
      "changed until the same call passed, and what lessons say of it. Use it before you debug a failure.",
    input: z.object({ error: z.string().describe("The error as it was printed, or a part of it") }),
    example: { error: "Error: Cannot find module './routes'" },
    annotations: { readOnlyHint: true },
    handle({ error }) {
      const paths = requirePaths();
      const project = thisProject(paths);
      const sought = { project, limit: DEFAULT_FIXES };
      const fixes = readStore(paths, (store) => fixesOf(store, requireError(error), sought));
      const message = "No session met this and made it go away.";
      return pastResult({ fixes, ...(fixes.length > 0 ? {} : { message }) });
    },
  }),
  defineTool({
    name: "how_to_run",
    description:
      "Whole commands by which past sessions ran a program, or did what you wish (test, build, lint, deploy), and how often " +
      "they passed; those of this project first. Use it before you guess how tests, builds or scripts are run here.",
    input: z.object({
      program: z.string().optional()
        .describe("A program, the first words of a command, or a wish; without it test, build and lint"),
    }),
    example: { program: "pytest" },
    annotations: { readOnlyHint: true },
    handle({ program }) {
      const paths = requirePaths();
      const place = { project: thisProject(paths), limit: DEFAULT_COMMANDS };
      const sought = program === undefined ? ["test", "build", "lint"] : [requireProgram(program)];
      const commands = readStore(
        paths,
        (store) => sought.flatMap((one) => knownCommands(store, { program: one, ...place })),
      );
      return pastResult({ commands });
    },
  }),
];
