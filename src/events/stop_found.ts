import { askText, MAX_ASKED } from "../core/stop_ask.ts";
import { keepAsks } from "../store/asks.ts";
import type { Ask, Findings } from "../store/handled.ts";
import type { KnownTexts } from "../store/known_texts.ts";
import type { Reply } from "../wire/reply.ts";
import type { HookContext } from "./context.ts";

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

/** Saves them without asking, where nobody can be asked. */
export async function saveUnasked(findings: Findings, ask: Ask, context: HookContext): Promise<undefined> {
  const { saveSilently } = await import("../store/save_silently.ts");
  const saved = context.withStore((store) => saveSilently(store, findings, ask), []);
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
