// The command `mneme context`: shows what a hook would tell the model now, and why; so does `mneme view`.
import { Command, type Flags } from "./frame/command.ts";
import type { Settings } from "../base/settings.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { memoriesAbove } from "../hook/prepare_home.ts";
import { whySilent } from "../machine/pause.ts";
import { findShellWord, mnemeCommand } from "../machine/mneme_command.ts";
import { clientNotes, type Paths } from "../machine/paths.ts";
import { cleanText } from "../privacy/clean.ts";
import { parseItemId } from "../search/search_types.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { assembleContext, type AssembledContext, promptRequest } from "../store/assemble_context.ts";
import { excludedItems } from "../store/memories.ts";
import { quotedFix } from "../store/repairs.ts";
import { type ContextWindow, contextWindow, forPrompt } from "../store/tellings.ts";
import { whyTold } from "../store/contents.ts";
import { type PromptLines, promptLines } from "../store/prompt_lines.ts";
import { type StartContext, startContext } from "../store/start_context.ts";
import type { Store } from "../store/store.ts";
import { MAX_REPLY_UNITS } from "../wire/reply.ts";
import { evaluateProject } from "./config/compile.ts";
import { chosenProject, currentProject, readStore, requirePaths, requireSession } from "./frame/home.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { alignRows, amount } from "./frame/plain_text.ts";

export function contextCommand(): Command {
  return new Command("context")
    .option("--prompt <text>", "what this prompt adds (default: what a session gets at its start)")
    .option("--project <dir>", "in another project (default: the session's, or the current folder)")
    .option("--session <id>", "leave out what this session (s4) already has (default: a new session)")
    .orJson(
      'mneme context --prompt "Why are totals rounded after summing?"',
      (options: Flags<"prompt" | "project" | "session">) => {
        const paths = requirePaths();
        const { prompt, project: folder, session: called } = options;
        const session = called === undefined
          ? undefined
          : readStore(paths, (store) => requireSession(store, called));
        // A session that starts here gets nothing of a project above, unlike a command.
        const project = (folder !== undefined && chosenProject({ project: folder })) ||
          (session?.project ?? currentProject());
        const preview = previewContext({ paths, project, session: session?.session_id }, prompt);
        if (options.json) return printJson({ ...preview, silence: preview.silence ?? undefined });
        linesOf(preview).forEach(printLine);
        const above = readStore(paths, (store) => memoriesAbove(store, project));
        if (above) warnLine(above);
      },
    );
}

type Place = Readonly<{ paths: Paths; project: string; settings: Settings; session: string | undefined }>;

/** Returns what is told with `prompt` (but notes, and memories of its `@file`s), else at a start; stores nothing. */
export function previewContext(where: Omit<Place, "settings">, prompt: string | undefined) {
  const { paths, project, session } = where;
  const { settings } = evaluateProject(paths, project);
  const place = { ...where, settings };
  const why = whySilent(paths, settings, { project, ...session !== undefined && { session } });
  const silence = why === undefined ? null : SILENCE[why];
  return prompt === undefined ? previewStart(place, silence) : previewPrompt(prompt, place, silence);
}

const SILENCE = {
  excluded: "the project is excluded",
  paused: "mneme is paused here; `mneme unpause` ends it",
} as const;

type PreviewItem = Omit<ReturnType<typeof scoredItem>, "score"> & { readonly score: number | null };
type Preview = typeof NOTHING;

/** `mneme context --json` prints a preview with these keys. */
const NOTHING = {
  text: null as string | null,
  token_count: 0,
  token_budget: 0,
  relevance_floor: null as number | null,
  /** The reason why hooks are silent, whatever is stored; else `null`, which `--json` leaves out. */
  silence: null as string | null,
  /** Scores go from 0 to about 1; a repair has 2, as it comes first, and items of a session's start have `null`. */
  items: [] as readonly PreviewItem[],
  /** The number of items that a session's start has no room to list; searches and prompts still find them. */
  rest: 0,
  left_out: [] as AssembledContext["leftOut"],
};

function previewStart(place: Place, why: string | null): Preview {
  const { settings, paths } = place;
  const hook = settings.hooks.session_start;
  const nothing = { ...NOTHING, token_budget: hook.token_budget + hook.contents_budget };
  const silence = why ?? (hook.enabled ? null : "hooks.session_start.enabled is false") ??
    (hook.inject_light_context ? null : "hooks.session_start.inject_light_context is false");
  if (silence !== null) return { ...nothing, silence };
  return readStore(paths, (store) => {
    const start = startOf(store, place);
    if (start === undefined) return nothing;
    const { text, tokenCount: token_count, rules, contents } = start;
    const whys = whyTold(store, contents?.ids ?? []);
    const inFull = new Set(contents?.whole);
    const lines = [...rules?.lines ?? [], ...contents?.lines ?? []];
    const item = (id: string, reason: string) => {
      const line = lines.find((one) => one.replace(/^- /, "").startsWith(`${id} · `)) ?? "";
      const type = parseItemId(id)?.kind ?? "memory";
      return { id, type, score: null, tokens: estimateTokens(line), why: [], reason };
    };
    const items = [
      ...(rules?.covered ?? []).map(({ id }) => item(id, "a rule, told in full")),
      ...(contents?.ids ?? []).map((id) =>
        item(id, `${inFull.has(id) ? "told in full; " : ""}${whys.get(id) ?? ""}`)
      ),
    ];
    return { ...nothing, text, token_count, items, rest: contents?.rest ?? 0 };
  });
}

function startOf(store: Store, { project, settings, session }: Place): StartContext | undefined {
  return startContext(store, {
    session: { sessionId: session ?? "", project, cwd: null },
    settings: settings.hooks.session_start,
    notes: clientNotes(project),
    known: session === undefined ? undefined : contextWindow(store, ownerOf(session))?.told,
    maxUnits: MAX_REPLY_UNITS,
    command: mnemeCommand(findShellWord()),
    now: new Date(),
  });
}

function previewPrompt(prompt: string, place: Place, why: string | null): Preview {
  const { project, settings, session, paths } = place;
  const text = cleanText(prompt, { redactSecrets: settings.privacy.redact_secrets }).trim();
  const request = promptRequest(settings.hooks.user_prompt_submit, project, new Date());
  const isByLines = settings.hooks.user_prompt_submit.context_depth === "lines"; // else whole texts
  const silence = why ?? silenceFor(text, settings);
  const nothing = { ...NOTHING, token_budget: request.tokenBudget, relevance_floor: request.floor };
  if (silence !== null) return { ...nothing, silence };
  return readStore(paths, (store) => {
    const window = contextWindow(store, ownerOf(session ?? "")) ?? windowAtStart(store, place);
    if (!isByLines) {
      const found = assembleContext(store, { ...request, texts: [text], window: forPrompt(store, window) });
      const { text: told = null, tokenCount: token_count, leftOut: left_out } = found;
      return { ...nothing, text: told, token_count, items: found.items.map(scoredItem), left_out };
    }
    const now = new Date();
    const fixBudget = settings.hooks.recall.token_budget;
    const fix = quotedFix(store, text, { window, project, now, tokenBudget: fixBudget });
    const told = window.told.union(new Set(fix.items.map(({ id }) => id)));
    const found = promptLines(store, text, { project, known: { ...window, told }, now });
    const reason = "about the error that the prompt quotes";
    const texts = [fix.text, found.text].filter((text) => text !== undefined);
    return {
      ...nothing,
      text: texts.length === 0 ? null : texts.join("\n"),
      token_count: fix.tokenCount + found.tokenCount,
      token_budget: found.tokenBudget + (fix.text === undefined ? 0 : fixBudget),
      relevance_floor: found.floor,
      items: [
        ...fix.items.map(({ kind = "repair", ...one }) => ({ ...scoredItem({ ...one, kind }), reason })),
        ...found.items.map(scoredItem),
      ],
      left_out: found.leftOut,
    };
  });
}

type Scored = (AssembledContext | PromptLines)["items"][number];

function scoredItem({ id, kind, score, tokens, why }: Omit<Scored, "kind"> & { readonly kind: string }) {
  const reason = why.map(({ name, value }) => `${name} ${value.toFixed(2)}`).join(", ");
  return { id, type: kind, score, tokens, why, reason };
}

const ownerOf = (sessionId: string) => ({ sessionId, agentId: null });

/** Returns the context window of a new session, which knows all that its start tells. */
function windowAtStart(store: Store, place: Place): ContextWindow {
  const start = place.settings.hooks.session_start.enabled ? startOf(store, place) : undefined;
  const { rules: { covered = [] } = {}, contents: { ids = [], whole = [] } = {} } = start ?? {};
  const [excluded, since] = [excludedItems(store, place.project), new Date().toISOString()];
  const shown = new Set([...covered.map(({ id }) => id), ...whole, ...excluded]);
  return { ...ownerOf(""), number: 0, since, shown, excluded, told: new Set([...shown, ...ids]) };
}

function silenceFor(text: string, settings: Settings): string | null {
  const { enabled, context_depth, limit, token_budget } = settings.hooks.user_prompt_submit;
  if (!enabled) return "hooks.user_prompt_submit.enabled is false";
  if (context_depth === "none") return "hooks.user_prompt_submit.context_depth is none";
  if (limit === 0 || token_budget === 0) return "limit or token_budget of hooks.user_prompt_submit is 0";
  return isAcknowledgement(text) ? "the prompt asks for nothing" : null;
}

function linesOf(preview: Preview): string[] {
  const { text, silence, items, relevance_floor: floor, left_out: leftOut } = preview;
  if (silence !== null) return [`mneme would tell nothing: ${silence}.`];
  const isTold = leftOut.some(({ reason }) => reason.endsWith("before")); // told or shown before
  const fitting = isTold ? "what fits was told before" : "nothing fits";
  const told = amount(items.length, "item");
  const least = floor === null ? "" : `; the floor is ${floor.toFixed(2)}`;
  const lines = text === null
    ? [`mneme would tell nothing: ${floor === null ? "nothing stored here is new to the session" : fitting}.`]
    : [
      text,
      "",
      `${told}, about ${preview.token_count} of ${preview.token_budget} tokens${least}`,
      ...alignRows(
        items.map(({ id, score, reason }) => [id, ...score === null ? [] : [score.toFixed(2)], reason]),
      ),
    ];
  const left = leftOut.map(({ id, score, reason }) => [id, score.toFixed(2), reason]);
  return left.length === 0 ? lines : [...lines, "", "Left out:", ...alignRows(left)];
}
