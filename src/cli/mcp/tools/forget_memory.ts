import * as z from "zod";
import { LOG_IS_HELD } from "../../keeping/empty_log.ts";
import { requireMemoryId } from "../../memory/find_memory.ts";
import { forgetMemories } from "../../memory/forget.ts";
import { describeForget } from "../../memory/forget_lines.ts";
import { bringBackFirst, OF_AN_AGENT } from "../../process/bring_back_first.ts";
import { defineTool } from "../tool.ts";

/** Removes a memory for good. */
export const forgetMemoryTool = defineTool({
  name: "forget_memory",
  description:
    "Remove a memory for good when the user asks for it or it was never true. For one that is outdated, " +
    "save_memory with what holds now: it takes the old one's place.",
  input: z.object({ id: z.string().describe("As in m12") }),
  example: { id: "m12" },
  annotations: { destructiveHint: true, idempotentHint: true },
  handle({ id }) {
    const row = requireMemoryId(id);
    bringBackFirst(OF_AN_AGENT);
    const { reports, isLogEmpty } = forgetMemories([row], { sources: "keep", backups: "keep" });
    const [report] = reports;
    const lines = [...reports.flatMap(describeForget), ...(isLogEmpty ? [] : [LOG_IS_HELD])];
    return {
      id: report?.id ?? id,
      message: lines.map((line) => line.trim()).join(". "),
    };
  },
});
