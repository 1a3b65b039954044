import * as z from "zod";
import { ghapId } from "../../../core/ghap/ghap_id.ts";
import { inGhapHome } from "../../ghap/ghap_home.ts";
import { updateEntry } from "../../ghap/record.ts";
import { defineTool } from "../tool.ts";

/** Says anew what an open entry is about. */
export const updateGhapTool = defineTool({
  name: "update_ghap",
  description:
    "Keep the open GHAP entry true while you work: a new hypothesis, action or prediction for the same " +
    "goal, or a note. What it said before stays in its history, and the count of calls to the next check-in begins anew.",
  input: z.object({
    hypothesis: z.string().optional(),
    action: z.string().optional(),
    prediction: z.string().optional(),
    strategy: z.string().optional(),
    note: z.string().optional(),
    id: z.string().optional().describe("Only where several are open"),
    session_id: z.string().optional(),
  }),
  example: { hypothesis: "The cache holds the old total", prediction: "test_total passes after a reset" },
  annotations: { destructiveHint: false },
  handle(args, call) {
    const id = inGhapHome(call, (place) => ghapId(updateEntry(place, args).id));
    return { id, message: `Updated ${id}` };
  },
});
