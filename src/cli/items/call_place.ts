// Finds for whom a tool or command works (project, session, agent), refuses during a pause, cleans given texts.
import { orUndefined } from "../../base/or_undefined.ts";
import type { Settings } from "../../base/settings.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { ghapId } from "../../ghap/entry.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import { isAgentsShell, sessionOfShell } from "../../machine/environment.ts";
import type { Paths } from "../../machine/paths.ts";
import { isPaused, readPauses } from "../../machine/pause.ts";
import { cleanText } from "../../privacy/clean.ts";
import { excludedOf } from "../../privacy/exclusion.ts";
import {
  activeGhap,
  activeInSession,
  type AgentKey,
  callerOf,
  findGhap,
  ghapByRow,
  type GhapRow,
} from "../../store/ghap.ts";
import { newestActiveSession, sessionState } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { commandLog, currentPlace, openHome, readStore, requirePaths, thisProject } from "../frame/home.ts";
import { warnLine } from "../frame/output.ts";
import { noSuchItem, requireRow } from "./find_item.ts";

/** The database, the project, and the agent that calls; `owner` is a guess if its session is not known. */
export type CallPlace = ReturnType<typeof callPlaceOf>;

/** Opens the database for writing, and refreshes the index of open GHAP entries afterwards. */
export function writeHere<T>(call: ToolCall, work: (place: CallPlace) => T): T {
  const project = thisProject();
  const { store, paths } = openHome();
  using _closed = store;
  const result = work(callPlaceOf(store, paths, project, call));
  try {
    refreshGhapIndex(store, paths);
  } catch (error) { // the work is stored; only check-ins, the questions about an open prediction, need the index
    commandLog(paths)("failure", `Cannot refresh the state of check-ins: ${error}`);
  }
  return result;
}

/** Opens the database for reading, which also works while another process writes. */
export function readHere<T>(call: ToolCall, work: (place: CallPlace) => T): T {
  const paths = requirePaths();
  const project = thisProject();
  return readStore(paths, (store) => work(callPlaceOf(store, paths, project, call)));
}

function callPlaceOf(store: Store, paths: Paths, project: string, call: ToolCall) {
  const { sessionId = "unknown", agentId, known } = findCaller(store, project, call);
  const owner: AgentKey = { sessionId, agentId };
  return { store, paths, project, owner, known, at: new Date().toISOString() };
}

export function requireGhap(store: Store, row: number): GhapRow {
  return ghapByRow(store, row) ?? noSuchItem(ghapId(row));
}

/** Without an id, the caller's open entry is meant. Throws a `UserError` if there is none. */
export function requireMeant(place: CallPlace, id: string | undefined): GhapRow {
  const entry = id === undefined ? openEntry(place) : requireGhap(place.store, requireRow("ghap", id));
  if (entry !== undefined) return entry;
  const others = idsOf(openIn(place));
  throw new UserError("Cannot find an open GHAP entry: none was started, or it is resolved", {
    hint: others === ""
      ? "call start_ghap first, or adopt_ghap to reopen one"
      : `send the id if you mean an entry of another agent: ${others}`,
  });
}

export function refuseClosed(entry: GhapRow): never {
  throw new UserError(`Cannot change ${ghapId(entry.id)}: it is ${entry.status}`, {
    hint: entry.status === "abandoned"
      ? `adopt_ghap {"id":"${ghapId(entry.id)}"} reopens it`
      : "start a new entry",
  });
}

/** Throws a `UsageError` if several open entries could be meant. */
export function openEntry(place: CallPlace): GhapRow | undefined {
  const { store, owner, known } = place;
  if (known === "agent") return activeGhap(store, owner);
  const own = activeInSession(store, owner.sessionId);
  const open = own.length > 0 || known === "session" ? own : openIn(place);
  if (open.length <= 1) return open[0];
  throw new UsageError(`Cannot tell which GHAP entry is meant: ${idsOf(open)} are open`, {
    hint: `list_ghap {"status":"active"} shows them; send the id as well`,
  });
}

const openIn = ({ store, project }: CallPlace) => findGhap(store, { project, status: "active", limit: 20 });
const idsOf = (entries: readonly GhapRow[]) => entries.map(({ id }) => ghapId(id)).join(", ");

/** Throws a `UserError` during a pause of the caller's session, of its folder or of everything. */
export function refuseWhilePaused(call: ToolCall): void {
  const session = orUndefined(() => readHere(call, ({ owner }) => owner.sessionId)) ?? "";
  // Not `thisProject`: it would be the project above, as hooks record nothing in a paused subfolder.
  if (!isPaused(readPauses(requirePaths()), { ...currentPlace(), session, now: Date.now() })) return;
  throw new UserError("Cannot keep anything: mneme is paused", { hint: "go on without it" });
}

/** Calls `refuseWhilePaused` if an agent gave the command; a person's own command is taken during a pause, too. */
export function refusePausedAgent(): void {
  if (isAgentsShell()) refuseWhilePaused({});
}

/** Like `cleanerFor`; throws a `UserError` for an excluded project. */
export function cleanerAt({ paths, project }: CallPlace) {
  const { settings } = evaluateProject(paths, project);
  const here = currentPlace();
  const excluded = excludedOf(here.project, here.folder, settings.privacy.exclude_projects);
  if (excluded === undefined) return cleanerFor(settings);
  throw new UserError(`Cannot keep anything of ${excluded}: privacy.exclude_projects names it`, {
    hint: "change that setting",
  });
}

/** `known` is `agent` for a certain caller, `session` if only the session is certain, `none` for a guess. */
export function findCaller(store: Store, project: string, { toolUseId, sessionId }: ToolCall) {
  const caller = toolUseId === undefined ? undefined : callerOf(store, toolUseId);
  if (caller !== undefined) return { ...caller, known: "agent" } as const;
  // A named session is taken at its word: this may be the first that mneme hears of it. Its main agent is meant.
  if (sessionId !== undefined) return { sessionId, agentId: null, known: "agent" } as const;
  const named = sessionOfShell();
  const newest = newestActiveSession(store, project);
  // `/clear` ends the session that the environment variable names.
  const isStale = named !== undefined && newest !== undefined &&
    sessionState(store, named)?.status === "closed";
  const known = named === undefined || isStale ? "none" : "session";
  return { sessionId: isStale ? newest : named ?? newest, agentId: null, known } as const;
}

/** Returns a function that removes private parts and secrets; its `removed()` returns a phrase for messages, or "". */
export function cleanerFor(settings: Settings) {
  let hasRemoved = false;
  const clean = (text: string) => {
    const cleaned = cleanText(text, { redactSecrets: settings.privacy.redact_secrets });
    hasRemoved ||= cleaned !== text;
    return cleaned;
  };
  return Object.assign(clean, { removed: () => hasRemoved ? "private or secret text" : "" });
}

/** Returns the project and settings of a command that saves. Throws a `UserError` for an agent during a pause. */
export function requireOrigin(): { project: string; folder?: string | undefined; settings: Settings } {
  refusePausedAgent();
  const [project, { folder }] = [thisProject(), currentPlace()];
  return { project, folder, settings: evaluateProject(requirePaths(), project).settings };
}

/** Returns the end of a tool's message; `removed` comes from a cleaner's `removed()`. */
export const removedNote = (removed: string): string => removed === "" ? "" : `; left out ${removed}`;

export function warnOfRemoved(removed: string, id: string): void {
  if (removed !== "") warnLine(`Left out ${removed}; \`mneme get ${id}\` shows the rest`);
}

/** The ids of a tool call. The client gives its hooks the same `toolUseId`. */
export type ToolCall = { readonly [id in "toolUseId" | "sessionId"]?: string | undefined };
