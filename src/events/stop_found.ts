import { askText, MAX_ASKED } from "../core/stop_ask.ts";
import { isNearlyCertain } from "../core/triage/thresholds.ts";
import { keepAsks, releaseHeld } from "../store/asks.ts";
import { type Ask, type Findings, HELD } from "../store/handled.ts";
import type { KnownTexts } from "../store/known_texts.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";
import type { Found } from "./stop_finding.ts";

/** How findings are written down. */
interface Asking {
  readonly ask: Ask;
  readonly known: KnownTexts;
}

/** Asks the agent to save what is held and what of the findings really is new; nothing where that cannot be written down. */
export function askAbout(
  findings: Findings,
  { ask, known }: Asking,
  context: HookContext,
): Reply | undefined {
  const held = context.withStore((store) => releaseHeld(store, ask), []);
  const room = MAX_ASKED - held.length;
  const kept = context.withStore((store) => keepAsks(store, findings, { ...ask, room }, known), []);
  const fresh = kept.slice(0, room).map(({ draft }) => ({ category: draft.category, text: draft.body }));
  const asked = [...held, ...fresh];
  return asked.length === 0 ? undefined : deliver(askText(asked, context.mnemeCommand()), context);
}

/** Keeps the findings for the next stop that may ask. */
export function holdFound(findings: Findings, { ask, known }: Asking, context: HookContext): undefined {
  context.withStore((store) => keepAsks(store, findings, { ...ask, promptCount: HELD }, known), []);
}

/** Where nobody can be asked, saves what is nearly certain and keeps the rest as candidates. */
export async function saveUnasked(
  findings: Findings<Found>,
  { ask }: Asking,
  context: HookContext,
): Promise<undefined> {
  const { heuristic_threshold } = context.settings.triage;
  const isCertain = ({ candidate }: Found) => isNearlyCertain(candidate, heuristic_threshold);
  const { saveSilently } = await import("../store/save_silently.ts");
  const saved = context.withStore((store) => saveSilently(store, findings, { ask, isCertain }), []);
  if (saved.length > 0) context.log("info", `Saved silently: ${saved.map((row) => `m${row}`).join(" ")}`);
}

function deliver(text: string, context: HookContext): Reply {
  switch (context.settings.triage.delivery) {
    case "context":
      return { context: { event: "Stop", text } };
    case "decision":
      return { block: text };
    case "exit-code":
      return { blockByExitCode: text };
  }
}
