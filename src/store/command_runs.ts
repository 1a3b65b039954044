// The commands that sessions have run, for `mneme how` and the tool `how_to_run`.
import { splitShell } from "../shell/shell_split.ts";
import { callsProgram, isTaskName, taskFilter } from "../session/tasks.ts";
import { FORGOTTEN } from "./columns.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

const MOST_READ = 5000; // the most commands that are read: first the project's, then those that ran last

const PREPARES = /^(?:cd|source|\.|export|set|echo)$/; // the first words of commands that run nothing themselves

/**
 * Returns commands that call `program` or do the task of this name ("test"), or all: first those of the project, then
 * those that have passed (those that only failed come last), do nothing else, and passed most. `runs` counts the runs
 * with a known result; `elsewhere` is another project.
 */
export function knownCommands(
  store: Store,
  { program, project, limit }: Readonly<{ program: string | undefined; project: string; limit: number }>,
) {
  type Row = Record<"command" | "last_at" | "project", string> & Record<"runs" | "passes", number>;
  const rows = store.all<Row>(sql`
    select command, sum(runs) as runs, sum(passes) as passes, max(last_at) as last_at, project
    from command_runs join sessions using (session_id) where instr(command, ${FORGOTTEN}) <> 1
    group by project, command order by project = ${project} desc, last_at desc limit ${MOST_READ}`);
  const named = program === undefined || isTaskName(program)
    ? []
    : rows.filter(({ command }) => callsProgram(command, program));
  const doesTask = program === undefined ? () => true : taskFilter(program);
  const found = named.length > 0 ? named : rows.filter(({ command }) => doesTask(command));
  const isLong = (line: string) =>
    splitShell(line).filter(({ words: [first = ""] }) => !PREPARES.test(first)).length > 1;
  const serves = taskFilter("serve"); // a server never ends, so a run of unknown end counts as one that passed
  // A line with several commands, or a longer one, may do more than the task. Of a named program, all uses are wanted.
  const rated = found.map((row) => ({
    row,
    failed: row.passes > 0 ? 0 : row.runs > 0 ? 2 : Number(!serves(row.command)),
    long: named.length > 0 ? 0 : Number(isLong(row.command)),
    units: named.length > 0 ? 0 : row.command.length,
  }));
  return rated.sort(({ row: a, ...one }, { row: b, ...other }) =>
    Number(b.project === project) - Number(a.project === project) ||
    one.failed - other.failed || one.long - other.long || b.passes - a.passes ||
    one.units - other.units || (b.last_at > a.last_at ? 1 : -1)
  ).slice(0, limit).map(({ row: { project: own, ...row } }) => ({
    ...row,
    ...(own === project ? {} : { elsewhere: own }),
  }));
}
