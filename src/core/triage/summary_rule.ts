import { fileName } from "../context/file_key.ts";
import type { Message } from "../conversation.ts";
import { count } from "../observations/wording.ts";
import type { Candidate, TriageSettingsView } from "../triage_types.ts";
import { EDIT_TOOLS, failedCalls } from "./outcome_signs.ts";

const NAMED_FILES = 4;

/** A session summary is due when enough was done; it is counted, not read from what people say. */
export function summaryCandidate(
  messages: readonly Message[],
  settings: TriageSettingsView,
): Candidate | undefined {
  const { files, tools } = countWork(messages);
  const isEnough = files.length >= settings.summaryMinFiles ||
    (tools >= settings.summaryMinTools && files.length > 0);
  if (!isEnough) return undefined;
  return {
    category: "SESSION_SUMMARY",
    score: 1,
    text: summaryText(files, tools),
    evidence: { uuid: "", offset: 0, quote: "" },
    cues: [
      { name: `${files.length} files changed`, weight: files.length / settings.summaryMinFiles },
      { name: `${tools} tool calls`, weight: tools / settings.summaryMinTools },
    ],
  };
}

function countWork(messages: readonly Message[]): { files: string[]; tools: number } {
  const failed = failedCalls(messages);
  const files = new Set<string>();
  let tools = 0;
  for (const message of messages) {
    tools += message.toolUses.length;
    for (const use of message.toolUses) {
      if (use.file !== undefined && EDIT_TOOLS.has(use.name) && !failed.has(use.id)) files.add(use.file);
    }
  }
  return { files: [...files], tools };
}

function summaryText(files: readonly string[], tools: number): string {
  const names = files.slice(0, NAMED_FILES).map(fileName).join(", ");
  const more = files.length > NAMED_FILES ? ` and ${files.length - NAMED_FILES} more` : "";
  return `Changed ${count(files.length, "file")} with ${count(tools, "tool call")}: ${names}${more}.`;
}
