import * as z from "zod";
import { ghapId } from "../../../core/ghap/ghap_id.ts";
import { inGhapHome } from "../../ghap/ghap_home.ts";
import { abandonEntry, adoptEntry } from "../../ghap/record.ts";
import { ghapView } from "../../ghap/view.ts";
import { pastResult } from "../past_text.ts";
import { defineTool } from "../tool.ts";

/** Takes over what an earlier session left open. */
export const adoptGhapTool = defineTool({
  name: "adopt_ghap",
  description:
    "Take over a GHAP entry that an earlier session left unresolved, and go on with it: it is reopened and " +
    "becomes the open one of this session.",
  input: z.object({ id: z.string().describe("As in g3"), session_id: z.string().optional() }),
  example: { id: "g3" },
  annotations: { destructiveHint: false, idempotentHint: true },
  handle(args, call) {
    return inGhapHome(call, (place) => {
      const entry = adoptEntry(place, args.id);
      return pastResult({
        id: ghapId(entry.id),
        entry: ghapView(entry),
        message: `Adopted ${ghapId(entry.id)}`,
      });
    });
  },
});

/** Gives an entry up. */
export const abandonGhapTool = defineTool({
  name: "abandon_ghap",
  description:
    "Give up a GHAP entry that will not be decided: the open one, or with its id one that an earlier " +
    "session left. Say why.",
  input: z.object({
    reason: z.string(),
    id: z.string().optional().describe("As in g3"),
    session_id: z.string().optional(),
  }),
  example: { id: "g3", reason: "The feature was dropped" },
  annotations: { destructiveHint: false, idempotentHint: true },
  handle({ id, reason }, call) {
    const given = inGhapHome(call, (place) => ghapId(abandonEntry(place, id, reason)));
    return { id: given, status: "abandoned", message: `Abandoned ${given}` };
  },
});
