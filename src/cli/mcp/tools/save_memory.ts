import * as z from "zod";
import { MEMORY_CATEGORIES } from "../../../core/memory_categories.ts";
import { describeSave, saveInput } from "../../memory/save.ts";
import { defineTool } from "../tool.ts";

/** Keeps a memory for later sessions. */
export const saveMemoryTool = defineTool({
  name: "save_memory",
  description:
    "Remember something for later sessions of this project: a decision and its reason, a fix that worked, " +
    "a limit that was found, debt left behind, a standing preference of the user. Use it when asked to save, and " +
    "when something will still matter in a month and the code does not say it. Not for task progress or facts that " +
    "a look at the repository gives. One memory per call. Saying again what is known updates it, contradicting it " +
    "replaces it.",
  input: z.object({
    category: z.string().meta({ enum: [...MEMORY_CATEGORIES] }),
    body: z.string().describe("One or two sentences that stand on their own, with the reason"),
    title: z.string().optional(),
    files: z.array(z.string()).optional().describe("Paths that it is about"),
    scope: z.enum(["project", "user"]).optional()
      .describe("user: holds in every project"),
  }),
  example: { category: "DECISION", body: "Use pnpm for installs, as npm breaks the workspaces." },
  alwaysLoad: true,
  annotations: { destructiveHint: false, idempotentHint: true },
  handle(args, call) {
    const report = saveInput(args, call);
    const note = report.isRedacted ? "; what was private or secret in it is not kept" : "";
    return {
      id: report.id,
      outcome: report.outcome,
      superseded: report.superseded,
      message: describeSave(report) + note,
    };
  },
});
