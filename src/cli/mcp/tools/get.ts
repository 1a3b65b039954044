import * as z from "zod";
import { getEach, tellMissing } from "../../search/get.ts";
import { wholeItem } from "../../search/whole_item.ts";
import { PAST_NOTE, quoteAll } from "../past_text.ts";
import { defineTool } from "../tool.ts";

const MOST_ITEMS = 20;
/** Of all texts together, some ten thousand tokens; one item may take the half. */
const MOST_UNITS = 40_000;

/** Whole items by their ids. */
export const getTool = defineTool({
  name: "get",
  description:
    "Whole items by the ids that search and timeline give, with their source and evidence. What is not there is " +
    "named in missing.",
  input: z.object({ ids: z.array(z.string()).min(1).max(MOST_ITEMS).describe("Such as m12, p9") }),
  example: { ids: ["m12", "p9"] },
  annotations: { readOnlyHint: true },
  handle({ ids }) {
    const { found, missing } = getEach(ids, wholeItem);
    if (found.length === 0) tellMissing(missing);
    const unitsEach = Math.floor(MOST_UNITS / Math.max(2, found.length));
    return {
      items: found.map((item) => quoteAll(item, unitsEach)),
      ...(missing.length === 0 ? {} : {
        missing: missing.map(({ id }) => id),
        message: missing.map(({ error }) => error.message).join("; "),
      }),
      note: `${PAST_NOTE} What is cut here, \`mneme get\` prints in a shell.`,
    };
  },
});
