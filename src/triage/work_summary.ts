import type { Message } from "../base/conversation.ts";
import { fileName } from "../base/hash.ts";
import { count } from "../session/wording.ts";
import { isEditTool } from "../shell/tools.ts";
import { failedCalls } from "./course.ts";

const NAMED_FILES = 4;

/** Tells in a sentence which files the calls changed; `undefined` where less was done than `least` says. */
export function workSummary(
  messages: readonly Message[],
  least: { readonly summary_min_files: number; readonly summary_min_tools: number },
): string | undefined {
  const failed = failedCalls(messages);
  const uses = messages.flatMap(({ toolUses }) => toolUses);
  const edits = uses.filter(({ name, id }) => isEditTool(name) && !failed.has(id));
  const files = [...new Set(edits.flatMap(({ file }) => file ?? []))];
  const isEnough = files.length >= least.summary_min_files ||
    (uses.length >= least.summary_min_tools && files.length > 0);
  if (!isEnough) return undefined;
  const names = files.slice(0, NAMED_FILES).map(fileName).join(", ");
  const more = files.length > NAMED_FILES ? ` and ${files.length - NAMED_FILES} more` : "";
  return `Changed ${count(files.length, "file")} with ${count(uses.length, "tool call")}: ${names}${more}.`;
}
