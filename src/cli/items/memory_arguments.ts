// The arguments of `save_memory`, for the tool itself and for calls of it in transcripts.
import * as z from "zod";
import { MEMORY_CATEGORIES } from "../../memory/memory_text.ts";
import { ITEM_IDS, RECALL_WHEN } from "./tool_arguments.ts";

const MEMORY = z.object({
  category: z.string().meta({ enum: [...MEMORY_CATEGORIES] })
    .describe("A rule of the user: PREFERENCE; a cause: RUNBOOK; put off: TECH_DEBT"),
  title: z.string().optional()
    .describe(
      'The fact itself in 4-14 words, as "All money is integer cents": later sessions see this line first',
    ),
  body: z.string().optional()
    .describe("1-2 sentences that stand on their own, with the reason, a date's year, an unmerged branch"),
  files: z.array(z.string()).optional().describe("Paths that it is about"),
  scope: z.enum(["project", "user"]).optional().describe("user: holds in every project"),
  recall_when: RECALL_WHEN,
  replaces: ITEM_IDS.optional().describe("Ids that hold no longer"),
});

export const SAVE_MEMORY = {
  name: "save_memory" as const,
  input: z.object({
    ...MEMORY.shape,
    category: MEMORY.shape.category.optional(),
    memories: z.array(z.looseObject({})).optional().describe("Several, each with these arguments"),
  }),
};

export const ONE_MEMORY = { ...SAVE_MEMORY, input: MEMORY };

/** Returns a call's memories. `category`, `scope` beside a list are for each; the rest is `ignored` without `body`. */
export function memoriesIn({ memories = [], ...own }: z.output<typeof SAVE_MEMORY.input>) {
  const { category, scope, ...rest } = own;
  const listed = memories.map((one) => ({ category, scope, ...one }));
  if (listed.length === 0 || own.body !== undefined) return { memories: [own, ...listed], ignored: [] };
  return { memories: listed, ignored: Object.keys(rest) };
}
