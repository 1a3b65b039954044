// `mneme fix` and `mneme how`: find repairs of an error, and commands that ran here before. Also for the MCP tools.
import { UsageError } from "../base/user_error.ts";
import { judgeEnded } from "../outcome/judge.ts";
import { signatureOf } from "../search/error_signature.ts";
import { itemId, repairRow } from "../search/search_types.ts";
import { knownCommands } from "../store/command_runs.ts";
import { forgetRepair } from "../store/removal.ts";
import { newestRepairs, repairByRow, repairsNamed } from "../store/repairs.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import type { Store } from "../store/store.ts";
import { cannotTake, Command, type Flags, LIMITS, type ListOptions, type Output } from "./frame/command.ts";
import { chosenProject, readStore, requirePaths } from "./frame/home.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { alignRows, localTime, plainText } from "./frame/plain_text.ts";
import { noSuchItem, removalByUser } from "./items/find_item.ts";
import { type Fix, fixLines, fixView } from "./items/whole_item.ts";
import { leaveNoTrace, openToForget } from "./copies/leave_no_trace.ts";

export function fixCommand(): Command {
  return new Command("fix")
    .argument("[error...]", "the error, or a part of it; - reads it from stdin (default: list the newest)")
    .perProject("in")
    .limited(DEFAULT_FIXES)
    .option("--forget <id>", "remove a wrong fix: r3")
    .orJson("mneme fix \"Cannot find module './routes'\"", printFixes);
}

export const DEFAULT_FIXES = 5;
/** The most characters of stdin that are used: its end, where an error usually stands. */
const MAX_STDIN = 100_000;

async function printFixes(words: readonly string[], flags: ListOptions & Flags<"forget">): Promise<void> {
  if (flags.forget !== undefined) return forgetFix(flags.forget, words, flags);
  const given = words.join(" ");
  const error = given === "-" ? (await new Response(Deno.stdin.readable).text()).slice(-MAX_STDIN) : given;
  const project = chosenProject(flags);
  const list = (store: Store) => newestRepairs(store, project).slice(0, flags.limit).map(fixView);
  const find = (store: Store) => fixesOf(store, error, { project, limit: flags.limit });
  const found = readStore(requirePaths(), words.length === 0 ? list : find);
  if (flags.json) return printJson(found);
  for (const line of found.flatMap((fix) => fixLines(fix, new Date(), error))) printLine(line);
  if (found.length > 0) return;
  const elsewhere = flags.all ? "" : " here; --all looks in every project";
  const memories = words.length === 0 ? "" : "; `mneme search` finds memories of it";
  warnLine(`No repair is known${elsewhere}${memories}`);
}

async function forgetFix(given: string, words: readonly string[], { json }: Output): Promise<void> {
  if (words.length > 0) throw new UsageError("Cannot forget a fix and look for an error at once");
  const hint = removalByUser(given) ?? "`mneme fix` lists them: r3";
  const row = repairRow(given) ?? cannotTake(given, "the id of a fix", hint);
  const { store, paths } = openToForget();
  using _closed = store;
  if (repairByRow(store, row) === undefined) noSuchItem(`r${row}`, "mneme fix");
  const forgotten = forgetRepair(store, row).map((one) => `r${one}`);
  await leaveNoTrace(store, paths);
  if (json) return printJson({ id: `r${row}`, forgotten });
  printLine(`Forgot ${forgotten.join(", ")}${forgotten.length > 1 ? ": the same fix" : ""}`);
}

/** The most lessons in an answer: a repair is proven, as the call passed; a lesson is an interpretation. */
const MOST_LESSONS = 2;

/** Returns at most `limit` repairs and lessons, repairs first. Throws a `UsageError` for an empty error. */
export function fixesOf(
  store: Store,
  error: string,
  { project, limit }: { readonly project: string | undefined; readonly limit: number },
): Fix[] {
  if (error.trim() === "") {
    throw new UsageError("Cannot look for a fix without an error", {
      hint: 'give its words: `mneme fix "ECONNREFUSED"`',
    });
  }
  const signature = signatureOf(error).map(({ text }) => text); // empty for a mere code such as E0308
  const lines = signature.length > 0 ? signature : error.split("\n");
  const lessons = lessonsFor(store, { project, lines }, Math.min(limit, MOST_LESSONS));
  const test = judgeEnded({ command: undefined, output: error, exitCode: 1 })?.firstFailure; // the test that failed
  const most = Math.max(1, limit - lessons.length);
  const repairs = repairsNamed(store, { text: error, test }, project).slice(0, most);
  return [...repairs.map(fixView), ...lessons.map(lessonFix)].slice(0, limit);
}

function lessonFix(lesson: ReturnType<typeof lessonsFor>[number]): Fix {
  const { id, session, resolvedAt: at, result, rootCause, takeaway, whatWorked, score } = lesson;
  const texts = new Set([whatWorked, takeaway].filter((text) => text !== undefined));
  return {
    id: itemId({ kind: "ghap", ref: id }),
    session: session === null ? null : itemId({ kind: "session", ref: session }),
    at,
    command: "",
    error: [result, rootCause].filter((text) => text).join("\n"),
    tried: [],
    worked: { commands: [], files: [], text: [...texts].join("; ") || (rootCause ?? "") },
    score: Number(score.toFixed(2)),
    sessions: 1,
  };
}

export function howCommand(): Command {
  return new Command("how")
    .argument(
      "[program...]",
      "a program, the first words of a command, or a task: pytest, npm run, test, lint; required without --all",
    )
    .option("--project <dir>", "list the commands of another project first")
    .option("--all", "do not put this project's commands first; the program may then be left out")
    .exclusive("project", "all")
    .number("limit", "list at most this many (default: 10; without a program: all)", LIMITS)
    .orJson("mneme how pytest", printCommands);
}

export const DEFAULT_COMMANDS = 10;

function printCommands(words: readonly string[], flags: Partial<ListOptions>): void {
  const isAll = flags.all === true && words.length === 0;
  const program = isAll ? undefined : requireProgram(words.join(" "));
  const project = chosenProject(flags) ?? "";
  const limit = flags.limit ?? (isAll ? Number.MAX_SAFE_INTEGER : DEFAULT_COMMANDS);
  const found = readStore(requirePaths(), (store) => knownCommands(store, { program, project, limit }));
  if (flags.json) return printJson(found);
  const rows = found.map(({ command, runs, passes, last_at, elsewhere }) => {
    const place = elsewhere === undefined ? "" : `  (in ${plainText(elsewhere)})`;
    const result = runs === 0 ? "end unknown" : `${passes}/${runs} passed`;
    return [result, localTime(last_at).slice(0, 10), `${plainText(command)}${place}`];
  });
  alignRows(rows, [0]).forEach(printLine);
  const sought = program === undefined ? "any command" : `"${plainText(program)}"`;
  if (found.length === 0) warnLine(`No recorded run of ${sought}`);
}

export function requireProgram(words: string): string {
  if (words.trim() !== "") return words.trim();
  throw new UsageError("Cannot look for a program without its name", {
    hint: "give one, as in `mneme how npm`, or list all with `mneme how --all`",
  });
}
