import { type LightContext, lightContext, sessionsThatMatter } from "../core/light_context.ts";
import type { RuleBlock } from "../core/standing_rules.ts";
import { applySessionStart } from "../store/apply_session_start.ts";
import { recentSessions } from "../store/sessions.ts";
import { type Waiting, waitingAtStart } from "../store/waiting_at_start.ts";
import { MAX_REPLY_UNITS, type Reply } from "../wire/reply.ts";
import type { SessionStartEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

const RECENT_SESSIONS = 5;
/** Of so many of the newest those are told that matter. */
const LOOKED_AT = 30;
/** Fewer candidates are not worth a line at every start. */
const WORTH_A_REVIEW = 5;
const NOTHING: Waiting = { rules: 0, silentSaves: 0, orphans: 0, candidates: 0 };

/** Starts the session's record, or takes it up again, and tells the model the rules and what was done here before. */
export async function onSessionStart(
  event: SessionStartEvent,
  context: HookContext,
): Promise<Reply | undefined> {
  const { session, at } = context;
  const isUnattended = context.isUnattended();
  const isFirst = context.record(
    [{ kind: "session-started", session, at, source: event.source, isUnattended }],
    { name: "session_start", subject: event.source, data: { source: event.source } },
    applySessionStart,
  );
  if (!isFirst) return undefined;
  const waiting = context.withStore((store) => waitingAtStart(store, session, isUnattended), undefined) ??
    NOTHING;
  const light = await lightOf(waiting, context);
  const notices = [
    ...(light === undefined ? [] : [loadedNotice(light)]),
    ...context.notices,
    ...(waiting.silentSaves > 0 ? await silentSaves(context) : []),
    ...(event.source === "compact" ? [] : candidatesNotice(waiting, context)),
  ];
  const lightText = light === undefined ? [] : [light.text];
  const told = [...lightText, ...await takenUp(event, waiting, { light: lightText.join(""), context })];
  const orientation = event.source === "startup" ? await orientationBeside(told.join("\n"), context) : [];
  const texts = [...told, ...orientation];
  return {
    ...(texts.length === 0 ? {} : { context: { event: "SessionStart", text: texts.join("\n") } }),
    ...(notices.length === 0 ? {} : { systemMessage: `mneme: ${notices.join("; ")}` }),
  };
}

interface Told extends LightContext {
  readonly rules: RuleBlock | undefined;
}

/** The rules, and what was done here before; what compares rules is loaded where there are any. */
async function lightOf({ rules: ruleCount }: Waiting, context: HookContext): Promise<Told | undefined> {
  const { session, settings } = context;
  const { inject_light_context, token_budget } = settings.hooks.session_start;
  const isShown = inject_light_context && !context.isLate();
  const sessions = isShown
    ? context.withStore(
      (store) => recentSessions(store, session, { limit: LOOKED_AT, enough: RECENT_SESSIONS }),
      [],
    )
    : [];
  const rules = isShown && ruleCount > 0
    ? (await import("./session_rules.ts")).tellRules(ruleCount, context)
    : undefined;
  const light = lightContext(sessionsThatMatter(sessions, RECENT_SESSIONS), {
    now: context.now,
    rules,
    command: context.mnemeCommand(),
    tokenBudget: token_budget,
  });
  return light === undefined ? undefined : { ...light, rules };
}

/** A compaction goes on with what it was; everything else may take up what another session left. */
async function takenUp(
  { source }: SessionStartEvent,
  { orphans }: Waiting,
  { light, context }: { readonly light: string; readonly context: HookContext },
): Promise<string[]> {
  if (source === "compact") {
    const { knownBeforeCompaction } = await import("./compacted_session.ts");
    return knownBeforeCompaction(MAX_REPLY_UNITS - light.length - 1, context);
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

/** The person decides what the agent is told from then on. */
function candidatesNotice({ candidates }: Waiting, context: HookContext): string[] {
  if (candidates < WORTH_A_REVIEW) return [];
  const command = `${context.mnemeCommand()} memory`;
  return [
    `${candidates} candidates wait for a review: \`${command} list --candidates\`, then \`${command} keep|drop ID…\``,
  ];
}

/** There is one of either at least. */
function loadedNotice({ rules: block, sessionCount }: Told): string {
  const rules = block === undefined ? [] : [rulesCount(block)];
  const sessions = sessionCount === 1 ? "1 recent session" : `${sessionCount} recent sessions`;
  return `${[...rules, ...(sessionCount === 0 ? [] : [sessions])].join(" and ")} in context`;
}

function rulesCount({ shownCount, total }: RuleBlock): string {
  if (shownCount < total) return `${shownCount} of ${total} rules`;
  return total === 1 ? "1 rule" : `${total} rules`;
}
