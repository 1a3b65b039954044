import { type LightContext, lightContext } from "../core/light_context.ts";
import { applySessionStart } from "../store/apply_session_start.ts";
import { recentSessions } from "../store/sessions.ts";
import { type Waiting, waitingAtStart } from "../store/waiting_at_start.ts";
import { MAX_REPLY_UNITS, type Reply } from "../wire/reply.ts";
import type { SessionStartEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

const RECENT_SESSIONS = 5;
const NOTHING: Waiting = { values: 0, silentSaves: 0, orphans: 0 };

/** Starts the session's record, or takes it up again, and tells the model what was done here before. */
export async function onSessionStart(
  event: SessionStartEvent,
  context: HookContext,
): Promise<Reply | undefined> {
  const { session } = context;
  const isFirst = context.record(
    [{ kind: "session-started", session, at: context.at, source: event.source }],
    { name: "session_start", subject: event.source, data: { source: event.source } },
    applySessionStart,
  );
  if (!isFirst) return undefined;
  const waiting =
    context.withStore((store) => waitingAtStart(store, session, context.isUnattended()), undefined) ??
      NOTHING;
  const light = await lightOf(waiting, context);
  const notices = [
    ...(light === undefined ? [] : [loadedNotice(light)]),
    ...context.notices,
    ...(waiting.silentSaves > 0 ? await silentSaves(context) : []),
  ];
  const told = [...(light === undefined ? [] : [light.text]), ...await takenUp(event, waiting, context)];
  const orientation = event.source === "startup" ? await orientationBeside(told.join("\n"), context) : [];
  const texts = [...told, ...orientation];
  return {
    ...(texts.length === 0 ? {} : { context: { event: "SessionStart", text: texts.join("\n") } }),
    ...(notices.length === 0 ? {} : { systemMessage: `mneme: ${notices.join("; ")}` }),
  };
}

/** What was done here before, and the rules of the project: few have any, and their code is loaded for those alone. */
async function lightOf(
  { values: hasValues }: Waiting,
  context: HookContext,
): Promise<LightContext | undefined> {
  const { session, settings } = context;
  const { inject_light_context, token_budget } = settings.hooks.session_start;
  const isShown = inject_light_context && !context.isLate();
  const sessions = isShown
    ? context.withStore((store) => recentSessions(store, session, RECENT_SESSIONS), [])
    : [];
  const rules = isShown && hasValues > 0 ? await import("./session_values.ts") : undefined;
  const values = rules?.valuesToShow(context) ?? [];
  const light = lightContext(sessions, {
    now: context.now,
    values,
    command: context.mnemeCommand(),
    tokenBudget: token_budget,
  });
  if (light !== undefined && values.length > 0) rules?.noteValuesShown(light.text, values, context);
  return light;
}

/** A compaction goes on with what it was; everything else may take up what another session left. */
async function takenUp(
  { source }: SessionStartEvent,
  { orphans }: Waiting,
  context: HookContext,
): Promise<string[]> {
  if (source === "compact") {
    const { knownBeforeCompaction } = await import("./compacted_session.ts");
    return knownBeforeCompaction(context);
  }
  if (orphans === 0) return [];
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

async function silentSaves(context: HookContext): Promise<string[]> {
  const { silentSavesNotice } = await import("./session_silent_saves.ts");
  return silentSavesNotice(context);
}

/** There is one of either at least. */
function loadedNotice({ ruleCount, sessionCount }: LightContext): string {
  const rules = ruleCount === 0 ? [] : [ruleCount === 1 ? "1 rule" : `${ruleCount} rules`];
  const sessions = sessionCount === 1 ? "1 recent session" : `${sessionCount} recent sessions`;
  return `${[...rules, ...(sessionCount === 0 ? [] : [sessions])].join(" and ")} in context`;
}
