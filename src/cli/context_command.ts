import { Command, type Flags } from "./command.ts";
import type { Settings } from "../base/settings.ts";
import { UsageError } from "../base/user_error.ts";
import { isPaused, readPauses } from "../machine/pause.ts";
import { cleanText } from "../privacy/clean.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { assembleContext, promptRequest } from "../store/assemble_context.ts";
import type { AssembledContext } from "../store/fit_items.ts";
import { contextWindow } from "../store/injections.ts";
import { evaluateProject } from "./config/compile.ts";
import { requirePaths } from "./data_folder.ts";
import { printJson, printLine } from "./output.ts";
import { alignRows, amount } from "./plain_text.ts";
import { readStore } from "./prepare_home.ts";
import { chosenProject } from "./this_project.ts";

type ContextOptions = Flags<"prompt" | "project" | "session">;

/** `mneme context`: what would be brought back for a prompt. */
export function contextCommand(): Command {
  return new Command("context")
    .option("--prompt <text>", "the prompt")
    .option("--project <dir>", "in another project")
    .option("--session <id>", "of this session: without what it was shown already")
    .orJson('mneme context --prompt "Why are totals rounded after summing?"', (options: ContextOptions) => {
      const preview = previewContext(options);
      if (options.json) return printJson(previewJson(preview));
      for (const line of previewLines(preview)) printLine(line);
    });
}

/** Holds what the hook would bring back for a prompt. */
interface Preview extends AssembledContext {
  /** Why nothing is even looked for; `undefined` where something is. */
  readonly silence: string | undefined;
  readonly tokenBudget: number;
  readonly floor: number;
}

/** Does what the hook does at a prompt, and writes nothing down. */
export function previewContext({ prompt, project: place, session }: ContextOptions): Preview {
  if (prompt === undefined) {
    throw new UsageError("Cannot show a context: no prompt was given", {
      hint: 'give one, as in `mneme context --prompt "fix the flaky test"`',
    });
  }
  const paths = requirePaths();
  const project = chosenProject(place === undefined ? {} : { project: place }, paths) ?? "";
  const { settings } = evaluateProject(paths, project);
  const text = cleanText(prompt, { redactSecrets: settings.privacy.redact_secrets }).trim();
  const request = promptRequest(settings.hooks.user_prompt_submit, project, new Date());
  const silence = isPaused(readPauses(paths), { project, session: session ?? "", now: Date.now() })
    ? "mneme is paused here; `mneme unpause` ends it"
    : silenceFor(text, project, settings);
  const nothing: AssembledContext = { text: undefined, tokenCount: 0, items: [], leftOut: [] };
  const assembled = silence !== undefined ? nothing : readStore(paths, (store) => {
    const window = session === undefined
      ? undefined
      : contextWindow(store, { sessionId: session, agentId: null });
    return assembleContext(store, { ...request, texts: [text], window });
  });
  return { ...assembled, silence, tokenBudget: request.tokenBudget, floor: request.floor };
}

function silenceFor(text: string, project: string, settings: Settings): string | undefined {
  const { enabled, context_depth, limit, token_budget } = settings.hooks.user_prompt_submit;
  if (!enabled) return "hooks.user_prompt_submit.enabled is false";
  if (isExcludedProject(project, settings.privacy.exclude_projects)) return "the project is excluded";
  if (context_depth === "none") return "hooks.user_prompt_submit.context_depth is none";
  if (limit === 0 || token_budget === 0) return "its limit or token_budget is 0";
  return isAcknowledgement(text) ? "the prompt asks for nothing" : undefined;
}

/** Tells what would be brought back, and below it why. */
function previewLines(preview: Preview): string[] {
  const { text, silence, items, leftOut, tokenCount, tokenBudget, floor } = preview;
  if (silence !== undefined) return [`Nothing is brought back: ${silence}.`];
  const lines = text === undefined ? ["Nothing is brought back: nothing fits."] : [text, ""];
  if (text !== undefined) {
    const beside = items.some(({ score }) => score < floor) ? ", less beside a hit above it" : "";
    const tokens = `about ${tokenCount} of ${tokenBudget} tokens`;
    lines.push(`${amount(items.length, "item")}, ${tokens}; the floor is ${floor}${beside}`);
    lines.push(...alignRows(items.map(({ id, score, tokens, why }) => {
      const parts = why.map(({ name, value }) => `${name} ${share(value)}`);
      return [id, share(score), `${tokens} tokens`, parts.join(", ")];
    })));
  }
  const left = leftOut.map(({ id, score, reason }) => [id, share(score), reason]);
  return left.length === 0 ? lines : [...lines, "", "Left out:", ...alignRows(left)];
}

/** For programs. */
function previewJson({ text, silence, items, leftOut, tokenCount, tokenBudget, floor }: Preview) {
  return {
    text: text ?? null,
    token_count: tokenCount,
    token_budget: tokenBudget,
    relevance_floor: floor,
    ...(silence === undefined ? {} : { silence }),
    items: items.map(({ id, kind, score, tokens, why }) => ({ id, type: kind, score, tokens, why })),
    left_out: leftOut,
  };
}

function share(value: number): string {
  return value.toFixed(2);
}
