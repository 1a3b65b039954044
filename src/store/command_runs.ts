import { callsProgram } from "../session/pasteable.ts";
import { FORGOTTEN } from "./columns.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A command as sessions have run it, and how often it passed. */
export interface KnownCommand {
  readonly command: string;
  readonly runs: number;
  readonly passes: number;
  /** ISO 8601. */
  readonly last_at: string;
  /** The project, where it is not the one that was asked for. */
  readonly elsewhere?: string;
}

/** The newest commands that hold the word are looked at closely. */
const MOST_READ = 5000;

/**
 * The commands that begin with these words, also behind others in their line: those of the project first, and of these
 * those that passed, the most often run first. What never passed comes last.
 */
export function knownCommands(
  store: Store,
  { program, project, limit }: { readonly program: string; readonly project: string; readonly limit: number },
): KnownCommand[] {
  const [word = ""] = program.split(/\s+/);
  const rows = store.all<Omit<KnownCommand, "elsewhere"> & { readonly project: string }>(sql`
    select command, sum(runs) as runs, sum(passes) as passes, max(last_at) as last_at, project
    from command_runs join sessions using (session_id) where instr(lower(command), lower(${word}))
    and instr(command, ${FORGOTTEN}) <> 1 group by project, command
    order by project = ${project} desc, last_at desc limit ${MOST_READ}`);
  return rows.filter(({ command }) => callsProgram(command, program)).sort((a, b) =>
    Number(b.project === project) - Number(a.project === project) ||
    Number(b.passes > 0) - Number(a.passes > 0) || b.passes - a.passes || (b.last_at > a.last_at ? 1 : -1)
  ).slice(0, limit).map(({ project: own, ...row }) => own === project ? row : { ...row, elsewhere: own });
}
