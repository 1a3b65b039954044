// The tools by which agents find and open what past sessions left.
import { quoteLine } from "../../base/frame.ts";
import * as z from "zod";
import { MEMORY_CATEGORIES } from "../../memory/memory_text.ts";
import { errorLines } from "../../search/error_signature.ts";
import { RELEVANCE_FLOOR } from "../../search/scores.ts";
import { KINDS } from "../../search/search_types.ts";
import { assembleContext } from "../../store/assemble_context.ts";
import { knownCommands } from "../../store/command_runs.ts";
import type { ContextKind } from "../../store/item_details.ts";
import { itemsQuoting, MOST_LINES } from "../../store/repairs.ts";
import type { PlaceOptions } from "../frame/command.ts";
import { readStore, requirePaths, thisProject } from "../frame/home.ts";
import { requireItemKey } from "../items/find_item.ts";
import { findItems, type FoundItem, MEMORY_UNITS, searchQuery } from "../search/search_command.ts";
import { DEFAULT_EXTENT, MAX_EXTENT, timelineOf } from "../search/timeline_command.ts";
import { DEFAULT_COMMANDS, DEFAULT_FIXES, fixesOf, requireProgram } from "../work_commands.ts";
import { ITEM_IDS } from "../items/tool_arguments.ts";
import { brief, defineTool, PAST_NOTE, pastResult, quoteAll } from "./tool.ts";
import { getEach, noteOpenedBy, throwRefused, wholeView } from "../items/whole_item.ts";

/** The default is low, because an agent reads all results, and can search again in other words. */
const DEFAULT_RESULTS = 6;
/** The least share of the best score for a result, unless `limit` is given: weaker ones match by chance. */
const LEAST_SHARE = 0.4;

/** The UTF-16 units (some 10,000 tokens) that items share; `get` cuts each text and list to a share, at most half. */
const MOST_UNITS = 40_000;

const TYPES = {
  experiences: ["memory", "ghap", "session", "observation"],
  values: ["value"],
  code: ["code"],
} as const satisfies Readonly<Record<string, readonly ContextKind[]>>;
type ContextType = keyof typeof TYPES;
const TYPE_NAMES = Object.keys(TYPES) as [ContextType, ...ContextType[]];

export const SEARCH_TOOLS = [
  defineTool({
    name: "search",
    input: z.object({
      query: z.string().describe("Words, an error, a path, an identifier"),
      types: z.array(z.string().meta({ enum: [...KINDS] })).optional(),
      project: z.string().optional().describe('Folder of another project; "all" for every one'),
      category: z.string().meta({ enum: [...MEMORY_CATEGORIES] }).optional().describe("Of memories"),
      since: z.string().optional().describe("2026-11-01, 7d, yesterday"),
      limit: z.int().min(1).max(50).optional(),
    }),
    alwaysLoad: true,
    async handle({ project, types, limit, ...given }, call) {
      const place: PlaceOptions = project === "all" ? { all: true } : { project };
      const kinds = types?.length ? types : undefined; // an empty list means all types
      const sought = searchQuery({ ...given, ...place, types: kinds, limit: limit ?? DEFAULT_RESULTS });
      const { items: found, note } = await findItems(requirePaths(), sought, call);
      const least = limit === undefined && found.length > 0 ? found[0]!.score * LEAST_SHARE : -Infinity;
      const items = found.filter(({ score }) => score >= least);
      return {
        results: items.map((item) => resultOf(item, place.all)),
        note: note === undefined ? PAST_NOTE : `${PAST_NOTE} This time ${note}.`,
        ...messageAbout(items, sought.project),
      };
    },
  }),
  defineTool({
    name: "timeline",
    input: z.object({
      id: z.string().describe("As in m12, g3, p9, s4"),
      before: z.int().min(0).max(MAX_EXTENT).optional(),
      after: z.int().min(0).max(MAX_EXTENT).optional(),
    }),
    handle({ id, before = DEFAULT_EXTENT, after = DEFAULT_EXTENT }) {
      const key = requireItemKey(id);
      const events = readStore(requirePaths(), (store) => timelineOf(store, key, { before, after }));
      return {
        events: events.map(({ title, category, ...event }) =>
          brief({ ...event, title: quoteShort(title), category: quoteShort(category) }, { is_here: false })
        ),
        note: PAST_NOTE,
      };
    },
  }),
  defineTool({
    name: "get",
    input: z.object({ ids: z.array(z.string()).min(1).max(50).pipe(ITEM_IDS).describe("Such as m12, p9") }),
    alwaysLoad: true,
    handle({ ids }, call) {
      const { done: found, refused: missing } = getEach(ids);
      if (found.length === 0) throwRefused(missing);
      noteOpenedBy(call, found);
      const project = thisProject();
      const unitsEach = Math.floor(MOST_UNITS / Math.max(2, found.length));
      const usual = { status: "active", scope: "project", project };
      const views = found.map((item) => brief({ ...wholeView(item), session_id: null }, usual)); // `session` says it
      const items = views.map((view) => quoteAll(withShortLists(view, unitsEach), unitsEach));
      const isCut = JSON.stringify(items) !== JSON.stringify(quoteAll(views, Infinity));
      return {
        items,
        ...(missing.length === 0 ? {} : {
          missing: missing.map(({ item }) => item),
          message: missing.map(({ error }) => error.message).join("; "),
        }),
        note: isCut ? `${PAST_NOTE} In a shell, \`mneme get\` prints what is cut here.` : PAST_NOTE,
      };
    },
  }),
  defineTool({
    name: "assemble_context",
    input: z.object({
      query: z.string().describe("The task or question"),
      context_types: z.array(z.enum(TYPE_NAMES)).optional(),
      limit: z.int().min(1).max(100).optional(),
      max_tokens: z.int().min(50).max(20_000).optional(),
    }),
    read({ query, context_types, limit = 20, max_tokens: tokenBudget = 2000 }, { store, project }) {
      const kinds = (context_types?.length ? context_types : TYPE_NAMES).flatMap((type) => [...TYPES[type]]);
      const wanted = { kinds, tokenBudget, limit, floor: RELEVANCE_FLOOR, texts: [query], now: new Date() };
      const { text, tokenCount, items } = assembleContext(store, { ...wanted, project });
      return {
        markdown: text ?? "",
        token_count: tokenCount,
        items: items.map(({ id, kind, score, tokens }) => ({ id, type: kind, score, tokens })),
      };
    },
  }),
  defineTool({
    name: "find_fix",
    input: z.object({ error: z.string().describe("The error as it was printed, or a part of it") }),
    read({ error }, { store, project }) {
      const fixes = fixesOf(store, error, { project, limit: DEFAULT_FIXES });
      const place = { project, now: new Date(), limit: DEFAULT_FIXES, tokenBudget: 600 };
      const lines = [...errorLines(error, MOST_LINES), ...error.split("\n", MOST_LINES)];
      const memories = itemsQuoting(store, lines, place).map(({ id, text }) => ({ id, text }));
      const message = "No repair is known here, and no memory quotes this error. One may tell of it: search.";
      return pastResult({ fixes, memories, ...(fixes.length + memories.length > 0 ? {} : { message }) });
    },
  }),
  defineTool({
    name: "how_to_run",
    input: z.object({
      program: z.string().optional()
        .describe("A program, the first words of a command, or a wish; without it test, build and lint"),
    }),
    read({ program: given }, { store, project }) {
      const sought = given === undefined ? ["test", "build", "lint"] : [requireProgram(given)];
      const limit = DEFAULT_COMMANDS;
      const commands = sought.flatMap((program) => knownCommands(store, { program, project, limit }));
      const message = "No such command was recorded on this machine. A memory may tell of it: search.";
      return pastResult(commands.length > 0 ? { commands } : { commands, message });
    },
  }),
];

/** Keeps the last entries of each list, such as a session's prompts, that fit into `maxUnits` as JSON. */
function withShortLists(item: object, maxUnits: number): object {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (!Array.isArray(value)) return [key, value];
      let left = maxUnits;
      const cut = value.findLastIndex((entry) => (left -= JSON.stringify(entry).length) < 0) + 1;
      return [key, cut === 0 ? value : [`… (${cut} earlier)`, ...value.slice(cut)]];
    }),
  );
}

/** Says that no result is near: otherwise, agents take the first of several weak ones for one that fits. */
function messageAbout([best]: readonly FoundItem[], project: string | undefined) {
  const elsewhere = project === undefined ? "" : `, or project "all" instead of ${quoteShort(project)}`;
  if (best === undefined) return { message: `Nothing found. Try other words or fewer filters${elsewhere}.` };
  return best.score >= RELEVANCE_FLOOR ? {} : { message: "These match weakly: perhaps none of them fits." };
}

/** Returns what an agent needs to choose; the tool `get` gives the rest. */
function resultOf({ id, type, category, project, score, created_at, ...item }: FoundItem, all = false) {
  const texts = { title: quoteShort(item.title), snippet: quoteLine(item.snippet, MEMORY_UNITS) };
  const place = all ? project : null;
  return brief({ id, type, category: quoteShort(category), project: place, ...texts, score, created_at }, {});
}

const quoteShort = (text: string | null) => quoteLine(text ?? "", 160);
