import type { Paths } from "../../machine/paths.ts";
import { lastStartOf } from "../../store/sessions.ts";
import { markerOf, startedBy } from "../clients/client_hooks.ts";
import { type ClientRow, clientRows } from "../clients/client_table.ts";
import { codexHooks } from "../clients/codex_trust.ts";
import { listHooks } from "../install/settings_edit.ts";
import { readSettings } from "../install/settings_file.ts";
import { isThere } from "../is_there.ts";
import { localTime } from "../plain_text.ts";
import { openWithoutTrace } from "./database.ts";
import { fileProblem } from "./executables.ts";
import { type Finding, findingsOf } from "./finding.ts";
import type { Probe } from "./probe.ts";
import { below } from "../../base/slashes.ts";

const { ok, warn, fail } = findingsOf("clients");

/** Tells of each other client in which mneme is installed whether its hooks are registered, trusted and have run. */
export async function checkOtherClients(probe: Probe): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const row of clientRows()) {
    if (registeredIn(row).length > 0) found.push(...await checkClient(row, probe));
  }
  return found;
}

/** The same of one client, installed or not. */
export async function checkClient(row: ClientRow, { paths, executables }: Probe): Promise<Finding[]> {
  const { title, name } = row;
  const again = `mneme install --client ${name}`;
  const lines = registeredIn(row);
  if (lines.length === 0) return [warn(`${title} has no hooks of mneme`, again)];
  const findings: Finding[] = [];
  const wanted = Math.max(1, Object.keys(row.events).length);
  if (lines.length < wanted) {
    findings.push(fail(`${title} has ${lines.length} of ${wanted} hooks of mneme`, again));
  }
  for (const path of new Set(lines.map(startedBy))) {
    if (path === undefined) continue;
    const problem = fileProblem(path);
    if (problem !== undefined) {
      findings.push(fail(`${title} starts a hook that cannot be: ${problem.text}`, again));
    } else if (executables !== undefined && !path.startsWith(executables)) {
      findings.push(warn(`${title} starts ${path}, this mneme is in ${executables}`, again));
    }
  }
  if (name === "codex") findings.push(...await checkTrust(row));
  const seen = paths && lastSeen(paths, row);
  if (seen === undefined) {
    findings.push(
      warn(
        `No session of ${title} has been seen yet`,
        `start ${row.program} in a project, and say something`,
      ),
    );
  }
  if (findings.length > 0) return findings;
  return [ok(`${title}: the hooks are registered, and last saw a session at ${localTime(seen ?? "")}`)];
}

/** Each registered hook as a shell line; of a plugin its file. */
function registeredIn(row: ClientRow): string[] {
  if (row.hooksFile === undefined) {
    const plugin = below(row.folder, "plugins/mneme.js");
    return isThere(plugin) ? [plugin] : [];
  }
  try {
    const { text } = readSettings(row.hooksFile);
    return listHooks(text, markerOf(row), "comments").map(({ hook }) =>
      String((hook as { readonly command?: unknown }).command)
    );
  } catch {
    return []; // `install` says what is wrong with the file
  }
}

/** Codex passes over a hook that is not trusted without a word. */
async function checkTrust(row: ClientRow): Promise<Finding[]> {
  try {
    const open = (await codexHooks(row)).filter(({ isTrusted }) => !isTrusted);
    if (open.length === 0) return [];
    const text = `${row.title} does not trust ${open.length} hooks, so they never run`;
    return [fail(text, "mneme install --client codex --trust")];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [warn(why, "start codex: `/hooks` shows them")];
  }
}

/** When a session of the client began last; `undefined` where none did, or the database cannot be read. */
function lastSeen({ database }: Paths, { name }: ClientRow): string | undefined {
  try {
    using store = openWithoutTrace(database);
    return lastStartOf(store, name);
  } catch {
    return undefined;
  }
}
