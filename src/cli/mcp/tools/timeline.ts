import * as z from "zod";
import { requirePaths } from "../../data_folder.ts";
import { readStore } from "../../read_store.ts";
import { noSuchItem, requireItemKey } from "../../search/find_item.ts";
import { DEFAULT_EXTENT, MAX_EXTENT, timelineOf } from "../../search/timeline.ts";
import { PAST_NOTE, quoteShort } from "../past_text.ts";
import { defineTool } from "../tool.ts";

/** What happened around a find. */
export const timelineTool = defineTool({
  name: "timeline",
  description:
    "What happened around a find of search, in its session and project: prompts, tool calls, observations, memories " +
    "and lessons in the order of time.",
  input: z.object({
    id: z.string().describe("As in m12, g3, p9, s4"),
    before: z.int().min(0).max(MAX_EXTENT).optional(),
    after: z.int().min(0).max(MAX_EXTENT).optional(),
  }),
  example: { id: "m12", before: 5, after: 5 },
  annotations: { readOnlyHint: true },
  handle({ id, before, after }) {
    const key = requireItemKey(id);
    const extent = { before: before ?? DEFAULT_EXTENT, after: after ?? DEFAULT_EXTENT };
    const events = readStore(requirePaths(), (store) => timelineOf(store, key, extent), undefined);
    return {
      events: (events ?? noSuchItem(key)).map(({ title, category, is_here, ...event }) => ({
        ...event,
        title: quoteShort(title),
        ...(category === null ? {} : { category: quoteShort(category) }),
        ...(is_here ? { is_here } : {}),
      })),
      note: PAST_NOTE,
    };
  },
});
