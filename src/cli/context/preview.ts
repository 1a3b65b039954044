import { cleanText } from "../../core/privacy/clean.ts";
import { isAcknowledgement } from "../../core/context/acknowledgement.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import type { Settings } from "../../core/settings.ts";
import type { Paths } from "../../host/paths.ts";
import { isPaused, readPauses } from "../../host/pause.ts";
import { assembleContext } from "../../store/context/assemble_context.ts";
import type { AssembledContext } from "../../store/context/fit_items.ts";
import { promptRequest } from "../../store/context/prompt_request.ts";
import { contextWindow } from "../../store/injections.ts";
import { evaluateProject } from "../config/compile.ts";
import { readStore } from "../read_store.ts";

/** A prompt as the hook would meet it. */
export interface PreviewedPrompt {
  readonly prompt: string;
  readonly project: string;
  /** With what it has been shown so far; a session of its own when absent. */
  readonly sessionId: string | undefined;
}

/** What the hook would bring back for a prompt. */
export interface Preview extends AssembledContext {
  /** Why nothing is even looked for; `undefined` where something is. */
  readonly silence: string | undefined;
  readonly tokenBudget: number;
  readonly floor: number;
}

const NOTHING: AssembledContext = { text: undefined, tokenCount: 0, items: [], leftOut: [] };

/** Does what the hook does at a prompt, and writes nothing down. */
export function previewContext(paths: Paths, { prompt, project, sessionId }: PreviewedPrompt): Preview {
  const { settings } = evaluateProject(paths, project);
  const text = cleanText(prompt, { redactSecrets: settings.privacy.redact_secrets }).trim();
  const request = promptRequest(settings.hooks.user_prompt_submit, project, new Date());
  const subject = { project, session: sessionId ?? "", now: Date.now() };
  const silence = isPaused(readPauses(paths), subject)
    ? "mneme is paused here; `mneme unpause` ends it"
    : silenceFor(text, project, settings);
  const { tokenBudget, floor } = request;
  if (silence !== undefined) return { ...NOTHING, silence, tokenBudget, floor };
  const assembled = readStore(paths, (store) => {
    const window = sessionId === undefined ? undefined : contextWindow(store, { sessionId, agentId: null });
    return assembleContext(store, { ...request, texts: [text], window });
  }, NOTHING);
  return { ...assembled, silence, tokenBudget, floor };
}

function silenceFor(text: string, project: string, settings: Settings): string | undefined {
  const { enabled, context_depth, limit, token_budget } = settings.hooks.user_prompt_submit;
  if (!enabled) return "hooks.user_prompt_submit.enabled is false";
  if (isExcludedProject(project, settings.privacy.exclude_projects)) return "the project is excluded";
  if (context_depth === "none") return "hooks.user_prompt_submit.context_depth is none";
  if (limit === 0 || token_budget === 0) return "its limit or token_budget is 0";
  return isAcknowledgement(text) ? "the prompt asks for nothing" : undefined;
}
