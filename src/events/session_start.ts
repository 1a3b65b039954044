import { lightContext } from "../core/light_context.ts";
import { orphanIds } from "../store/ghap_orphan_ids.ts";
import { applySession } from "../store/apply_session.ts";
import { recentSessions } from "../store/sessions.ts";
import { type ProjectValue, topValues } from "../store/project_values.ts";
import { tellSilentSaves } from "../store/silent_saves.ts";
import { MAX_REPLY_UNITS, type Reply } from "../wire/reply.ts";
import type { SessionStartEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

const RECENT_SESSIONS = 5;
const MAX_VALUES = 5;

/** Starts the session's record, or takes it up again, and tells the model what was done here before. */
export async function onSessionStart(
  event: SessionStartEvent,
  context: HookContext,
): Promise<Reply | undefined> {
  const { session, settings } = context;
  const isFirst = context.record(
    [{ kind: "session-started", session, at: context.at, source: event.source }],
    { name: "session_start", subject: event.source, data: { source: event.source } },
    applySession,
  );
  if (!isFirst) return undefined;
  const { inject_light_context, token_budget } = settings.hooks.session_start;
  const sessions = inject_light_context && !context.isLate()
    ? context.withStore((store) => recentSessions(store, session, RECENT_SESSIONS), [])
    : [];
  const values = inject_light_context && !context.isLate()
    ? context.withStore((store) => topValues(store, session.project, MAX_VALUES), [])
    : [];
  const light = lightContext(sessions, {
    now: context.now,
    values,
    command: context.mnemeCommand(),
    tokenBudget: token_budget,
  });
  if (light !== undefined && values.length > 0) await noteValues(light.text, values, context);
  const notices = [...context.notices, ...silentSaves(context)];
  if (light !== undefined && light.sessionCount > 0 && event.source === "startup") {
    notices.unshift(loadedNotice(light.sessionCount));
  }
  // A compaction goes on with what it was; everything else may take up what another session left.
  const own = event.source === "compact" ? await knownBefore(context) : await orphansOffered(context);
  const told = [...(light === undefined ? [] : [light.text]), ...own];
  const orientation = event.source === "startup" ? await orientationBeside(told.join("\n"), context) : [];
  const texts = [...told, ...orientation];
  return {
    ...(texts.length === 0 ? {} : { context: { event: "SessionStart", text: texts.join("\n") } }),
    ...(notices.length === 0 ? {} : { systemMessage: `mneme: ${notices.join("; ")}` }),
  };
}

/** Few projects have any. */
async function noteValues(
  light: string,
  values: readonly ProjectValue[],
  context: HookContext,
): Promise<void> {
  const { noteShown } = await import("./note_shown.ts");
  const items = values.map(({ id, text }) => ({ id: `v${id}`, text })).filter(({ id }) =>
    light.includes(`\n- ${id} `)
  );
  noteShown({ hook: "start", agentId: null, items }, context);
}

async function knownBefore(context: HookContext): Promise<string[]> {
  const { knownBeforeCompaction } = await import("./compacted_session.ts");
  return knownBeforeCompaction(context);
}

/** Without the write lock and the texts that most starts do not need. */
async function orphansOffered(context: HookContext): Promise<string[]> {
  const { project, sessionId } = context.session;
  const some = context.withStore((store) => orphanIds(store, { project, sessionId, limit: 1 }), []);
  if (some.length === 0) return [];
  const { offeredOrphans } = await import("./session_ghap.ts");
  return offeredOrphans(context);
}

/** Where agents owe scratchpads, what these and git tell; at most as much as the answer has room for. */
async function orientationBeside(light: string, context: HookContext): Promise<string[]> {
  const files = context.isLate() ? undefined : await context.scratchpads();
  if (files === undefined) return [];
  const { orient } = await import("./session_orientation.ts");
  const text = await orient(files, MAX_REPLY_UNITS - light.length - 1, context);
  return text === undefined ? [] : [text];
}

/** What was saved without asking is mentioned once, with the way to undo it. */
function silentSaves(context: HookContext): string[] {
  const { project } = context.session;
  const rows = context.withStore((store) => tellSilentSaves(store, project, context.at), []);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => `m${row}`).join(" ");
  return [
    `saved ${rows.length === 1 ? "a memory" : `${rows.length} memories`} (undo: mneme memory forget ${ids})`,
  ];
}

function loadedNotice(count: number): string {
  return count === 1 ? "1 recent session in context" : `${count} recent sessions in context`;
}
