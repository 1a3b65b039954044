// Checks of the doctor for clients other than Claude Code.
import type { Client } from "../../base/clients.ts";
import type { WireObject } from "../../base/json.ts";
import { reasonOf } from "../../base/user_error.ts";
import { textOf } from "../../machine/files.ts";
import { isAbsolute } from "../../machine/paths.ts";
import { lastStartOf } from "../../store/sessions.ts";
import { type ClientFile, clientFiles } from "../clients/client_steps.ts";
import { type ClientRow, clientRows, isFound } from "../clients/client_table.ts";
import { codexHooks, isTrusted } from "../clients/codex_trust.ts";
import { readSettings } from "../registration/settings_file.ts";
import { isThere } from "../frame/typed_paths.ts";
import { amount, localTime } from "../frame/plain_text.ts";
import { readIfPossible } from "./database.ts";
import { check, type Finding, type Probe, type Report } from "./check.ts";
import { describe } from "../registration/registered_hooks.ts";

/** Returns true for a client with any part of mneme, or with a file that cannot be read. */
export function mayHaveMneme(row: ClientRow): boolean {
  return clientFiles(row, "").some((part) => {
    const state = stateOf(part);
    return state === "there" || (typeof state === "object" && isThere(row.folder)); // else HOME itself is a file
  });
}

export const inNoClient = check("clients", (_probe, _warn, fail) => {
  const found = clientRows().filter(isFound);
  if (found.length === 0) {
    return fail("mneme is in no agent yet, and none is found", "name yours: `mneme install --client NAME`");
  }
  const titles = found.map(({ title }) => title).join(", ");
  const word = found.length === 1 ? found[0]?.name : "all";
  fail(`mneme is in no agent yet; found: ${titles}`, `mneme install --client ${word}`);
});

/** Checks that a client has this mneme registered, and that its hooks have run. */
export async function checkClient(probe: Probe, row: ClientRow): Promise<Finding[]> {
  const { binFolder } = probe;
  const { title, name } = row;
  const again = `mneme install --client ${name}`;
  const files = clientFiles(row, binFolder ?? "").map((part) => ({ ...part, state: stateOf(part) }));
  const isUsable = files.every(({ state }) => state === "there" || state === "foreign");
  const loaded = isUsable && name === "codex" ? await codexHooks(row).catch(reasonOf) : [];
  return check<Probe>("clients", (_, warn, fail) => {
    for (const [i, { what, path, edit, state }] of files.entries()) {
      const text = textOf(path);
      const gone = what === "MCP server" ? undefined : goneProgram(text);
      if (typeof state === "object") {
        if (path !== files[i - 1]?.path) fail(`${title}: ${state.text}`, state.fix); // once a file
      } else if (state === "foreign") {
        warn(`${title}: ${edit.foreign?.(text)}`, `rename or remove it, then \`${again}\``);
      } else if (state === "missing") fail(`${title} has no ${what} of mneme in ${path}`, again);
      else if (gone !== undefined) fail(`${title}: ${path} names ${gone}, which is not there`, again);
      else if (binFolder !== undefined && edit.put(text) !== text) {
        warn(`${title}: the ${what} in ${path} are not those of this mneme, in ${binFolder}`, again);
      }
    }
    if (!isUsable) return;
    if (typeof loaded === "string") warn(loaded, "start codex: `/hooks` shows mneme's hooks");
    else if (name === "codex") reportTrust(loaded, title, fail);
    const seen = lastSeen(probe, row, warn);
    const last = seen && `, and last saw a session at ${localTime(seen)}`;
    return `${title}: hooks and tools are registered${last}`;
  })(probe);
}

/** Returns the start of a client's newest session, or `""`. Warns if no hook has ever told of one. */
export function lastSeen(
  { paths }: Probe,
  { name, title, program }: { readonly name: Client } & Pick<ClientRow, "title" | "program">,
  warn: Report,
): string {
  // Other checks report a database that cannot be read.
  const seen = paths && readIfPossible(paths.database, (store) => ({ at: lastStartOf(store, name) }));
  if (seen !== undefined && seen.at === undefined) {
    const fix =
      `start ${program} in a project and say something; if you did, see that it has hooks switched on`;
    warn(`No session of ${title} is stored`, fix);
  }
  return seen?.at ?? "";
}

/** Finds the program of each hook in a settings file, and the folder of the programs in OpenCode's plugin. */
const PROGRAMS = /(?:'([^'\n]+)'|"([^"\n]+)"|([^\s"']+)) --mneme-hook|^const FOLDER = "(.+)";$/gm;

/** Returns a program of the hooks, or the plugin's folder, that is not there. In JSON, `"` and `\` are escaped. */
function goneProgram(text = ""): string | undefined {
  return text.replace(/\\(["\\])/g, "$1").matchAll(PROGRAMS)
    .map((match) => match.slice(1).find(Boolean) ?? "")
    .find((path) => isAbsolute(path) && !isThere(path));
}

/** A plugin that the user has changed is "there": it may still start the hooks. */
type FileState = "there" | "missing" | "foreign" | { readonly text: string; readonly fix: string };

function stateOf({ path, edit, what }: ClientFile): FileState {
  try {
    const { text } = readSettings(path);
    if (edit.has(text)) return "there";
    return edit.foreign?.(text) === undefined ? "missing" : what === "plugin" ? "there" : "foreign";
  } catch (error) {
    return describe(path, error);
  }
}

/** Reports hooks that are not loaded, off or not trusted, because Codex skips them silently. */
function reportTrust(hooks: readonly WireObject[], title: string, fail: Report): void {
  const off = hooks.filter(({ enabled }) => enabled === false).map(({ eventName }) => eventName);
  const open = hooks.filter((hook) => !isTrusted(hook));
  if (hooks.length === 0) fail(`${title} loads no hook of mneme`, "try `codex features enable hooks`");
  else if (off.length > 0) fail(`${title} has switched off: ${off.join(", ")}`, "start codex: `/hooks`");
  else if (open.length > 0) {
    const text = `${title} does not trust ${amount(open.length, "hook")}, so Codex skips them`;
    fail(text, "mneme install --client codex --trust");
  }
}
