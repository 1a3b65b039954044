// `mneme sessions`: lists, shows and forgets recorded sessions.
import { parseJson } from "../base/json.ts";
import { candidateCount, forgetCandidates, removeNumbered } from "../store/removal.ts";
import {
  findSessions,
  sessionPrompts,
  sessionToolCalls,
  type SessionView,
  toolCallPayload,
  type ToolCallView,
} from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { Command, type Flags, type ListOptions, requireYes } from "./frame/command.ts";
import { chosenProject, readStore, requirePaths, requireSession } from "./frame/home.ts";
import { itemLines } from "./items/whole_item.ts";
import {
  filesNaming,
  leaveNoTrace,
  leaveOutTranscripts,
  openToForget,
  printOlder,
  removeSessionDetails,
} from "./copies/leave_no_trace.ts";
import { alignRows, amount, indentedLines, localTime, plainLine, plainText } from "./frame/plain_text.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";

export function sessionsCommand(): Command {
  const sessions = new Command("sessions").example("mneme sessions list --match pnpm lockfile");
  sessions.subcommand("list", "List the sessions of this project, last used first")
    .perProject("of")
    .option("--match <words...>", "only those with all these words in title or prompts, in any letter case")
    .limited(20)
    .orJson("mneme sessions list --match pnpm lockfile", listSessions);
  sessions.subcommand("show", "Show the prompts and tool calls of one session")
    .argument("<id>", "as `mneme sessions list` shows it: s4, or the client's session id")
    .option("--full", "whole prompts, and every tool call with its input and result")
    .orJson("mneme sessions show s4", showSession);
  sessions.subcommand("forget", "Remove all recorded data of sessions, and their candidates; memories stay")
    .argument("<ids...>", "as `mneme sessions list` shows them: s4, or the client's session id")
    .option("--yes", "confirm; without --yes, the command only says what it would remove")
    .orJson("mneme sessions forget s4 --yes", (ids, flags) => forgetSessions(ids, flags));
  return sessions;
}

function listSessions({ limit, ...flags }: ListOptions & { readonly match?: readonly string[] }): void {
  const words = (flags.match ?? []).flatMap((part) => part.split(/\s+/)).filter((word) => word !== "");
  const project = chosenProject(flags);
  const query = { project, words, limit: limit + 1 }; // one more shows if there are more
  const found = readStore(requirePaths(), (store) => findSessions(store, query));
  const sessions = found.slice(0, limit);
  if (flags.json) return printJson(sessions);
  const rows = sessions.map((session) => [
    session.id,
    localTime(session.last_at),
    session.status,
    amount(session.prompt_count, "prompt"),
    amount(session.tool_count, "tool call"),
    ...(sessions.some(({ client }) => client && client !== "claude") ? [session.client ?? ""] : []),
    ...(project === undefined ? [plainText(session.project)] : []),
    plainLine(session.title ?? (session.prompt_count === 0 ? "(no prompt)" : "(no title)"), 100),
  ]);
  alignRows(rows, [3, 4]).forEach(printLine);
  if (sessions.length === 0) {
    warnLine(`No such session${project === undefined ? "" : "; --all looks in every project"}`);
  } else if (found.length > limit) warnLine("These are the newest; --limit shows more");
}

const SHOWN_CALLS = 200; // the most tool calls that `show` prints without `--full`: the last ones

function showSession(id: string, flags: Flags<never, "full">): void {
  readStore(requirePaths(), (store) => {
    const session = requireSession(store, id);
    if (!flags.json) return printSession(store, session, flags);
    const calls = sessionToolCalls(store, session.session_id, Number.MAX_SAFE_INTEGER);
    const tool_calls = calls.map(({ row, ...call }) => {
      const payload = flags.full && (toolCallPayload(store, row) ?? null);
      return flags.full ? { ...call, payload: payload && (parseJson(payload) ?? payload) } : call;
    });
    printJson({ ...session, prompts: sessionPrompts(store, session.session_id), tool_calls });
  });
}

function printSession(store: Store, session: SessionView, { full }: Flags<never, "full">): void {
  const { id, session_id } = session;
  const calls = sessionToolCalls(store, session_id, full ? Number.MAX_SAFE_INTEGER : SHOWN_CALLS + 1);
  itemLines({ ...session, type: "session", session: id }).forEach(printLine);
  printLine("");
  if (!full && calls.length > SHOWN_CALLS) {
    calls.shift(); // was read only to know that there are more
    printLine(`(the last ${SHOWN_CALLS} tool calls; all of them: mneme sessions show ${id} --full)`);
  }
  // The sort is stable, so a prompt stays before calls of the same millisecond.
  const steps = [...sessionPrompts(store, session_id), ...calls]
    .sort((a, b) => a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0);
  for (const step of steps) {
    if ("row" in step) {
      toolCallLines(step, full ? toolCallPayload(store, step.row) : undefined).forEach(printLine);
      continue;
    }
    const head = `${localTime(step.created_at)}  prompt ${step.number}`;
    printLine(full ? head : `${head}  ${plainLine(step.text, 300)}`);
    if (full) indentedLines(step.text).forEach(printLine);
  }
}

function toolCallLines(call: ToolCallView, payload: string | undefined): string[] {
  const about = call.observation ?? call.detail ?? call.files_touched.join(", ");
  const line = [
    localTime(call.created_at),
    plainLine(call.agent_type ? `${call.tool_name} (${call.agent_type})` : call.tool_name, 60),
    plainLine(about, call.observation === null ? 160 : 240),
    call.outcome === null ? "" : `[${plainLine(call.outcome, 40)}]`,
    call.failed ? "[FAILED]" : "",
  ].filter((part) => part !== "").join("  ");
  if (payload === undefined) return [line];
  const value = parseJson(payload) ?? payload;
  return [line, ...indentedLines(typeof value === "string" ? payload : JSON.stringify(value, null, 2))];
}

/** Removes nothing, and throws a `UserError`, if one id is unknown or `yes` is absent. */
export async function forgetSessions(
  ids: readonly string[],
  { yes, json }: Flags<never, "yes">,
  print = printLine,
  warn = warnLine,
): Promise<void> {
  const { store, paths } = openToForget();
  using _closed = store;
  // A session named by both of its ids counts once.
  const sessions = new Map(ids.map((id) => requireSession(store, id)).map((one) => [one.id, one]));
  const found = [...sessions.values()].map((session) => {
    const { id, session_id, prompt_count: prompts, tool_count: tool_calls } = session;
    const removed = { prompts, tool_calls, candidates: candidateCount(store, session_id) };
    return { id, session_id, is_open: session.status === "active", removed };
  });
  const each = found.map(({ id, removed }) => `${id} has ${contentsText(removed)}`);
  requireYes(yes, `forget ${found.map(({ id }) => id).join(", ")}`, each.join("; "));
  const keys = found.map(({ session_id }) => session_id);
  leaveOutTranscripts(paths, "session", keys);
  await removeSessionDetails(store, { sessions: new Set(keys) });
  for (const { id, session_id } of found) {
    store.transaction(() => {
      forgetCandidates(store, session_id, new Date().toISOString());
      removeNumbered(store, "sessions", [Number(id.slice(1))]); // also removes what hooks have added since
    });
  }
  await leaveNoTrace(store, paths, warn);
  const files = filesNaming(paths, keys);
  if (json) return printJson(found.map((one) => ({ ...one, left: { files } })));
  for (const { id, is_open, removed } of found) {
    print(`Forgot ${id}: ${contentsText(removed)}; its memories and predictions stay`);
    if (is_open) print("  it has not ended: what it does from now on is kept");
    if (sessions.get(id)?.source === "sync") print("  it stays where it ran; forget it there, too");
  }
  printOlder(files, print);
  if ([...sessions.values()].every(({ source }) => source === "sync")) return; // no transcript is here
  print("Transcripts stay as they are; `mneme replay --client all --again` would bring this back from them");
}

function contentsText(counts: { prompts: number; tool_calls: number; candidates: number }): string {
  const recorded = `${amount(counts.prompts, "prompt")}, ${amount(counts.tool_calls, "tool call")}`;
  return `${recorded}, ${amount(counts.candidates, "candidate")}`;
}
