import { askText, MAX_ASKED } from "../core/stop_ask.ts";
import { isNearlyCertain } from "../core/triage/thresholds.ts";
import { keepAsks } from "../store/asks.ts";
import { type Ask, type Findings, NOT_ASKED } from "../store/handled.ts";
import type { KnownTexts } from "../store/known_texts.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";
import type { Found } from "./stop_finding.ts";

/** Asks the agent to save what of the findings really is new; nothing where that cannot be written down. */
export function askAbout(
  findings: Findings,
  { ask, known }: { readonly ask: Ask; readonly known: KnownTexts },
  context: HookContext,
): Reply | undefined {
  const asked = context.withStore((store) => keepAsks(store, findings, ask, known), []).slice(0, MAX_ASKED);
  if (asked.length === 0) return undefined;
  const lines = asked.map(({ draft }) => ({ category: draft.category, text: draft.body }));
  return deliver(askText(lines, context.mnemeCommand()), context);
}

/** Where nobody can be asked, saves what is nearly certain and keeps the rest as candidates. */
export async function saveUnasked(
  { found, dismissed }: Findings<Found>,
  { ask, known }: { readonly ask: Ask; readonly known: KnownTexts },
  context: HookContext,
): Promise<undefined> {
  const { heuristic_threshold } = context.settings.triage;
  const [certain, doubtful] = partition(
    found,
    ({ candidate }) => isNearlyCertain(candidate, heuristic_threshold),
  );
  const { saveSilently } = await import("../store/save_silently.ts");
  const saved = context.withStore((store) => {
    keepAsks(store, { found: doubtful, dismissed: [] }, { ...ask, promptCount: NOT_ASKED }, known);
    return saveSilently(store, { found: certain, dismissed }, ask);
  }, []);
  if (saved.length > 0) context.log("info", `Saved silently: ${saved.map((row) => `m${row}`).join(" ")}`);
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
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
