import * as z from "zod";
import { ghapId } from "../../../core/ghap/ghap_id.ts";
import { GHAP_DOMAINS, GHAP_STRATEGIES } from "../../../core/ghap/ghap_types.ts";
import { inGhapHome } from "../../ghap/ghap_home.ts";
import { startEntry } from "../../ghap/record.ts";
import { defineTool } from "../tool.ts";

/** Opens an entry: what is tried, why, how, and what is expected. */
export const startGhapTool = defineTool({
  name: "start_ghap",
  description:
    "Before you try something whose outcome is open (a bug, a failing test, a change that may break " +
    "something), write down the goal, the hypothesis, the action and a prediction that a run can confirm or falsify. " +
    "Test and build runs are then held against it. One open entry at a time; for a second attempt at the same goal, " +
    "update_ghap.",
  input: z.object({
    domain: z.string().meta({ enum: [...GHAP_DOMAINS] }),
    strategy: z.string().meta({ enum: [...GHAP_STRATEGIES] }),
    goal: z.string(),
    hypothesis: z.string().describe("Why the action should work"),
    action: z.string(),
    prediction: z.string().describe('What a run will show: "test_total passes"'),
    session_id: z.string().optional(),
  }),
  example: {
    domain: "debugging",
    strategy: "read-the-error",
    goal: "test_total passes",
    hypothesis: "Floats lose cents",
    action: "Count in cents",
    prediction: "pytest passes",
  },
  alwaysLoad: true,
  annotations: { destructiveHint: false },
  handle(args, call) {
    const id = inGhapHome(
      call,
      (place) => ghapId(startEntry(place, args)),
    );
    return {
      id,
      message: `Started ${id}. When a run has shown whether the prediction held, call resolve_ghap.`,
    };
  },
});
