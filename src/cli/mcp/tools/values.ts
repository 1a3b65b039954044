import * as z from "zod";
import { valueId } from "../../../core/ghap/ghap_id.ts";
import { topValues } from "../../../store/project_values.ts";
import { inGhapHome, readGhapHome } from "../../ghap/ghap_home.ts";
import { addValue } from "../../values/add.ts";
import { valueView } from "../../values/view.ts";
import { pastResult } from "../past_text.ts";
import { defineTool, type ToolResult } from "../tool.ts";

const DEFAULT_LIMIT = 20;

/** Keeps a rule that the project goes by. */
export const storeValueTool = defineTool({
  name: "store_value",
  description:
    "Keep a rule that several lessons of this project have taught, in one sentence; the most used ones come " +
    "back at the start of every session. sources: the GHAP entries that it comes from.",
  input: z.object({
    text: z.string(),
    sources: z.array(z.string()).optional().describe("Such as g3"),
  }),
  example: { text: "Round money once, at the end", sources: ["g3", "g7"] },
  annotations: { destructiveHint: false, idempotentHint: true },
  handle(args, call) {
    const { row, isNew } = inGhapHome(call, (place) => addValue(place, args));
    const id = valueId(row);
    return { id, message: isNew ? `Stored ${id}` : `${id} says this already` };
  },
});

/** The rules of the project. */
export const listValuesTool = defineTool({
  name: "list_values",
  description: "The rules that this project goes by, the most used first. Look before you store one.",
  input: z.object({ limit: z.int().min(1).max(200).optional() }),
  example: { limit: 5 },
  annotations: { readOnlyHint: true },
  handle({ limit }, call) {
    return readGhapHome<ToolResult>(
      call,
      ({ store, project }) =>
        pastResult({ values: topValues(store, project, limit ?? DEFAULT_LIMIT).map(valueView) }),
      { values: [] },
    );
  },
});
