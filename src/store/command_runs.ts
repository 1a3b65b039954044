// The commands that sessions have run, for `mneme how` and the tool `how_to_run`.
import { callsProgram, isTaskName, taskFilter } from "../session/tasks.ts";
import { FORGOTTEN } from "./columns.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

const MOST_READ = 5000; // the most runs that are read, the newest first

/**
 * Returns commands that call `program` or do the task of this name ("test"), or all: first those of the
 * project, then those that passed most often. `runs` have a known result; `elsewhere` is another project.
 */
export function knownCommands(
  store: Store,
  { program, project, limit }: Readonly<{ program: string | undefined; project: string; limit: number }>,
) {
  const rows = store.all<
    Record<"command" | "last_at" | "project", string> & Record<"runs" | "passes", number>
  >(sql`
    select command, sum(runs) as runs, sum(passes) as passes, max(last_at) as last_at, project
    from command_runs join sessions using (session_id) where instr(command, ${FORGOTTEN}) <> 1
    group by project, command order by project = ${project} desc, last_at desc limit ${MOST_READ}`);
  const named = program === undefined
    ? rows
    : isTaskName(program)
    ? []
    : rows.filter(({ command }) => callsProgram(command, program));
  const doesTask = taskFilter(program ?? "");
  const found = named.length > 0 ? named : rows.filter(({ command }) => doesTask(command));
  // Among lines that do the task, a shorter one does less besides it.
  const byLength = (a: string, b: string) => found === named ? 0 : a.length - b.length;
  return found.sort((a, b) =>
    Number(b.project === project) - Number(a.project === project) ||
    Number(b.passes > 0) - Number(a.passes > 0) || b.passes - a.passes || byLength(a.command, b.command) ||
    (b.last_at > a.last_at ? 1 : -1)
  ).slice(0, limit).map(({ project: own, ...row }) => ({
    ...row,
    ...(own === project ? {} : { elsewhere: own }),
  }));
}
