import * as z from "zod";
import { requirePaths } from "../../data_folder.ts";
import { readStore } from "../../read_store.ts";
import { requireItemKey } from "../../search/find_item.ts";
import { wholeItems } from "../../search/get.ts";
import { PAST_NOTE, quoteAll } from "../past_text.ts";
import { defineTool } from "../tool.ts";

const MOST_ITEMS = 20;
/** Of all texts together, some ten thousand tokens; one item may take the half. */
const MOST_UNITS = 40_000;

/** Whole items by their ids. */
export const getTool = defineTool({
  name: "get",
  description: "Whole items by the ids that search and timeline give, with their source and evidence.",
  input: z.object({ ids: z.array(z.string()).min(1).max(MOST_ITEMS).describe("Such as m12, p9") }),
  example: { ids: ["m12", "p9"] },
  annotations: { readOnlyHint: true },
  handle({ ids }) {
    const keys = ids.map(requireItemKey);
    const paths = requirePaths();
    const items = wholeItems(keys, (work) => readStore(paths, work, undefined));
    const unitsEach = Math.floor(MOST_UNITS / Math.max(2, items.length));
    return {
      items: items.map((item) => quoteAll(item, unitsEach)),
      note: `${PAST_NOTE} What is cut here, \`mneme get\` prints in a shell.`,
    };
  },
});
