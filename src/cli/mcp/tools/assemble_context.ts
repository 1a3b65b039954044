import * as z from "zod";
import { COMPANIONS, RELEVANCE_FLOOR } from "../../../core/search/relevance_floor.ts";
import { assembleContext } from "../../../store/context/assemble_context.ts";
import { recentContext } from "../../../store/context/recent_context.ts";
import type { AssembledContext } from "../../../store/context/fit_items.ts";
import type { ContextKind } from "../../../store/context/item_details.ts";
import { requirePaths } from "../../data_folder.ts";
import { readStore } from "../../read_store.ts";
import { thisProject } from "../../this_project.ts";
import { findCaller } from "../caller.ts";
import { defineTool } from "../tool.ts";

const DEFAULT_LIMIT = 20;
const DEFAULT_TOKENS = 2000;

const TYPES = {
  experiences: ["memory", "ghap", "session", "observation"],
  values: ["value"],
  code: ["code"],
} as const satisfies Readonly<Record<string, readonly ContextKind[]>>;
type ContextType = keyof typeof TYPES;
const TYPE_NAMES = Object.keys(TYPES) as [ContextType, ...ContextType[]];

const NOTHING: AssembledContext = { text: undefined, tokenCount: 0, items: [], leftOut: [] };

/** What of all that is kept fits a task, within a budget. */
export const assembleContextTool = defineTool({
  name: "assemble_context",
  description:
    "Collect what past sessions of this project know about a task (memories, lessons, values, code), grouped and within " +
    "a token budget; nothing where nothing fits, and with an empty query its rules and recent work. For a subagent's " +
    "prompt, or before a larger piece of work.",
  input: z.object({
    query: z.string().describe("The task or question"),
    context_types: z.array(z.enum(TYPE_NAMES)).optional(),
    limit: z.int().min(1).max(100).optional(),
    max_tokens: z.int().min(50).max(20_000).optional(),
  }),
  example: { query: "make the checkout test stable", context_types: ["experiences"] },
  annotations: { readOnlyHint: true },
  handle({ query, context_types, limit, max_tokens }, call) {
    const paths = requirePaths();
    const project = thisProject(paths);
    const room = {
      kinds: (context_types?.length ? context_types : TYPE_NAMES).flatMap((type) => [...TYPES[type]]),
      tokenBudget: max_tokens ?? DEFAULT_TOKENS,
      limit: limit ?? DEFAULT_LIMIT,
      now: new Date(),
      maxUnits: Infinity, // the client cuts answers of hooks, not of tools
    };
    const { text, tokenCount, items } = readStore(paths, (store) => {
      if (query.trim() !== "") {
        const floor = { floor: RELEVANCE_FLOOR, companions: COMPANIONS };
        return assembleContext(store, { ...room, ...floor, texts: [query], project });
      }
      const { sessionId = "" } = findCaller(store, project, call);
      return recentContext(store, { ...room, session: { sessionId, project, cwd: null } });
    }, NOTHING);
    return {
      markdown: text ?? "",
      token_count: tokenCount,
      items: items.map(({ id, kind, score, tokens }) => ({ id, type: kind, score, tokens })),
    };
  },
});
