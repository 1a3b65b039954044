import * as z from "zod";
import { ghapId } from "../../../core/ghap/ghap_id.ts";
import { inGhapHome } from "../../ghap/ghap_home.ts";
import { resolveEntry } from "../../ghap/record.ts";
import { defineTool } from "../tool.ts";

/** Says how an entry ended, and what was learned. */
export const resolveGhapTool = defineTool({
  name: "resolve_ghap",
  description:
    "Resolve the open GHAP entry once it is known whether its prediction held: confirmed, falsified, or " +
    "abandoned. Give the lesson, and for a falsified one what surprised you and the root cause: they come back when " +
    "something like it fails again. auto_captured: a test run or build in this session showed it.",
  input: z.object({
    status: z.string().meta({ enum: ["confirmed", "falsified", "abandoned"] }),
    result: z.string().describe("What happened"),
    surprise: z.string().optional(),
    root_cause: z.object({ category: z.string(), description: z.string() }).optional(),
    lesson: z.object({ what_worked: z.string(), takeaway: z.string() }).optional(),
    auto_captured: z.boolean().optional(),
    id: z.string().optional().describe("Only where several are open"),
    session_id: z.string().optional(),
  }),
  example: {
    status: "falsified",
    result: "test_total still fails",
    root_cause: { category: "rounding", description: "The tax is rounded per line" },
    lesson: { what_worked: "Rounding once, at the end", takeaway: "Round money once" },
  },
  alwaysLoad: true,
  annotations: { destructiveHint: false },
  handle(args, call) {
    const { id, status, tier } = inGhapHome(call, (place) => resolveEntry(place, args));
    return {
      id: ghapId(id),
      status,
      confidence_tier: tier,
      message: `Resolved ${ghapId(id)} as ${status} (${tier})${tierNote(args.auto_captured, tier)}`,
    };
  },
});

function tierNote(isClaimed: boolean | undefined, tier: string): string {
  return isClaimed === true && tier !== "gold"
    ? "; no run on record in this session bears it out, so it is not gold"
    : "";
}
