import { coarseAge } from "../../base/time.ts";
import { UsageError } from "../../base/user_error.ts";
import { itemId } from "../../search/search_types.ts";
import { type FoundRepair, repairsNamed } from "../../store/found_repairs.ts";
import { Command } from "../command.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { amount, plainLine } from "../plain_text.ts";
import { readStore } from "../prepare_home.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../this_project.ts";

export function fixCommand(): Command {
  return new Command("fix")
    .argument("<error...>", "the error as it was printed, or a part of it; - reads it from stdin")
    .option("--project <dir>", "in another project")
    .option("--all", "in every project")
    .option("--limit <n>", "at most so many (default: 5)")
    .takingText()
    .orJson("mneme fix \"Cannot find module './routes'\"", printFixes);
}

export const DEFAULT_FIXES = 5;
/** Of what is piped in, an error stands at the end. */
const MAX_STDIN = 100_000;

/** Nothing found is a legal answer. */
async function printFixes(words: readonly string[], flags: PlaceOptions): Promise<void> {
  const paths = requirePaths();
  const error = words.join(" ") === "-" ? await readStdin() : words.join(" ");
  const project = chosenProject(flags, paths);
  const limit = chosenLimit(flags.limit, DEFAULT_FIXES);
  const found = readStore(paths, (store) => repairsNamed(store, requireError(error), project)).slice(
    0,
    limit,
  );
  if (flags.json) return printJson(found.map(fixView));
  for (const line of found.flatMap((repair) => fixLines(repair, new Date()))) printLine(line);
  if (found.length === 0) {
    warnLine("No session met this and made it go away; `mneme search` looks in all that was said and done");
  }
}

async function readStdin(): Promise<string> {
  return (await new Response(Deno.stdin.readable).text()).slice(-MAX_STDIN);
}

/** The error that somebody asks about; a `UsageError` for an empty one. */
export function requireError(error: string): string {
  if (error.trim() !== "") return error;
  throw new UsageError("Cannot look for an error without one", {
    hint: 'give its words: `mneme fix "ECONNREFUSED"`',
  });
}

/** A repair as it goes out as JSON. */
export function fixView({ row, session, at, error, command, tried, worked, score, sessions }: FoundRepair) {
  return {
    id: `r${row}`,
    session: itemId({ kind: "session", ref: session }),
    at,
    command,
    error,
    tried,
    worked,
    score: Math.round(score * 100) / 100,
    sessions,
  };
}

/** The same for people. */
export function fixLines(repair: FoundRepair, now: Date): string[] {
  const { id, session, at, command, error, tried, worked, sessions } = fixView(repair);
  const often = sessions === 1 ? "" : `, and so in ${amount(sessions - 1, "other session")}`;
  return [
    `${id}  ${session} · ${coarseAge(new Date(at), now)} · \`${plainLine(command, 160)}\`${often}`,
    `    error   ${plainLine(error.split("\n")[0] ?? "", 200)}`,
    ...(tried.length === 0 ? [] : [`    tried   ${plainLine(tried.join("; "), 300)}`]),
    `    worked  ${plainLine(worked.text, 400)}`,
  ];
}
