import * as z from "zod";
import { MEMORY_CATEGORIES } from "../../../core/memory_categories.ts";
import { KINDS } from "../../../core/search/item_id.ts";
import { requirePaths } from "../../data_folder.ts";
import { findItems } from "../../search/find.ts";
import { searchRequest } from "../../search/request.ts";
import type { FoundItem } from "../../search/view.ts";
import { PAST_NOTE, quoteShort } from "../past_text.ts";
import { defineTool } from "../tool.ts";

const DEFAULT_LIMIT = 10;

/** Finds what past sessions left. */
export const searchTool = defineTool({
  name: "search",
  description:
    "Search what past sessions of this project left: memories, lessons (ghap), rules (value), prompts, sessions, " +
    "observations, notes of agents (scratchpad), code. Use it before deciding, debugging or asking what was done " +
    "before. Then timeline shows what happened around a find, get the whole of it.",
  input: z.object({
    query: z.string().describe("Words, an error, a path, an identifier"),
    types: z.array(z.string().meta({ enum: [...KINDS] })).optional(),
    project: z.string().optional().describe('Folder of another project; "all" for every one'),
    category: z.string().meta({ enum: [...MEMORY_CATEGORIES] }).optional().describe("Of memories"),
    since: z.string().optional().describe("2026-11-01, 7d, yesterday"),
    until: z.string().optional(),
    file: z.string().optional().describe("Only what has to do with this file or folder"),
    limit: z.int().min(1).max(50).optional(),
  }),
  example: { query: "flaky checkout test", types: ["memory", "ghap"], since: "30d" },
  alwaysLoad: true,
  annotations: { readOnlyHint: true },
  async handle({ project, limit, types, ...given }) {
    const input = types?.length ? { ...given, types } : given; // an empty list asks for all
    const place = project === "all" ? { all: true as const } : { project };
    const paths = requirePaths();
    const request = searchRequest({ ...input, ...place, limit: limit ?? DEFAULT_LIMIT }, paths, new Date());
    const { items, note } = await findItems(paths, request);
    const isEverywhere = project === "all";
    return {
      results: items.map((item) => resultOf(item, isEverywhere ? "shown" : "hidden")),
      note: note === undefined ? PAST_NOTE : `${PAST_NOTE} This time ${note}.`,
      ...(items.length === 0 ? { message: `Nothing found. ${adviceFor(isEverywhere)}` } : {}),
    };
  },
});

function adviceFor(isEverywhere: boolean): string {
  return `Try other words or fewer filters${isEverywhere ? "" : ', or project "all"'}.`;
}

/** As little as it takes to choose; `get` has the rest. */
function resultOf({ id, type, category, project, ...item }: FoundItem, projects: "shown" | "hidden") {
  return {
    id,
    type,
    ...(category === null ? {} : { category: quoteShort(category) }),
    ...(projects === "shown" ? { project } : {}),
    title: quoteShort(item.title),
    snippet: quoteShort(item.snippet),
    score: item.score,
    created_at: item.created_at,
  };
}
