// The tools by which agents save, improve and forget memories, keep and list values, and list sessions.
import * as z from "zod";
import { errorLine } from "../../base/user_error.ts";
import { valueId } from "../../ghap/entry.ts";
import { topValues } from "../../store/project_values.ts";
import { findSessions } from "../../store/sessions.ts";
import { readHere, removedNote, type ToolCall } from "../items/call_place.ts";
import { tryEach } from "../items/find_item.ts";
import { memoriesIn, ONE_MEMORY, SAVE_MEMORY } from "../items/memory_arguments.ts";
import { ITEM_IDS, readArguments, RECALL_WHEN } from "../items/tool_arguments.ts";
import { saveInput } from "../memory/add.ts";
import { enrichMemories } from "../memory/edit.ts";
import { describeForget, forgetMemories } from "../memory/forget.ts";
import { valueView } from "../items/whole_item.ts";
import { addValue } from "../values_command.ts";
import { brief, defineTool, pastResult, type ToolResult, withIgnored } from "./tool.ts";

function saveOne(given: object, call: ToolCall): ToolResult {
  const { args, ignored } = readArguments(ONE_MEMORY, given);
  const { id, outcome, superseded, near, removed, message } = saveInput(args, call);
  const told = withIgnored({ id, outcome, superseded, message: message + removedNote(removed) }, ignored);
  const note = `If one of these says the same or is outdated, save ${id} again, with that id in replaces.`;
  return near.length === 0 ? told : { ...told, near, note };
}

/** Saves each memory. A refused one has its error in the result and does not stop the others. */
function saveEach(given: readonly object[], call: ToolCall): ToolResult {
  const saved = given.map((one): ToolResult => {
    const { done, refused } = tryEach([one], () => saveOne(one, call));
    return done[0] ?? { error: errorLine(refused[0]!.error) };
  });
  return { saved, message: saved.map(({ message, error }) => message ?? error).join("; ") };
}

export const MEMORY_TOOLS = [
  defineTool({
    ...SAVE_MEMORY,
    alwaysLoad: true,
    annotations: { destructiveHint: false, idempotentHint: true },
    handle(args, call) {
      const { memories, ignored } = memoriesIn(args);
      const saved = memories.length === 1 ? saveOne(memories[0]!, call) : saveEach(memories, call);
      return withIgnored(saved, ignored);
    },
  }),
  defineTool({
    name: "enrich_memories",
    input: z.object({
      memories: z.array(z.object({
        id: z.string(),
        recall_when: RECALL_WHEN,
        title: z.string().optional().describe("The fact in 4-14 words"),
      })).optional(),
    }),
    annotations: { destructiveHint: false, idempotentHint: true },
    handle({ memories = [] }) {
      return pastResult(enrichMemories(memories));
    },
  }),
  defineTool({
    name: "forget_memory",
    input: z.object({ id: z.string().describe("As in m12") }),
    annotations: { destructiveHint: true, idempotentHint: true },
    async handle({ id }, call) {
      const problems: string[] = [];
      const reach = readHere(call, ({ project, owner }) => ({ project, sessionId: owner.sessionId }));
      const reports = await forgetMemories([id], reach, (problem) => problems.push(problem));
      const lines = [...reports.flatMap(describeForget), ...problems];
      return { id: reports[0]?.id ?? id, message: lines.map((line) => line.trim()).join(". ") };
    },
  }),
];

export const PROJECT_TOOLS = [
  defineTool({
    name: "store_value",
    input: z.object({
      text: z.string(),
      sources: ITEM_IDS.optional().describe("Such as g3"),
      recall_when: RECALL_WHEN,
    }),
    annotations: { destructiveHint: false, idempotentHint: true },
    write({ sources = [], ...value }, place) {
      const lessons = sources.filter((id) => /^g\d+$/i.test(id.trim()));
      const others = sources.filter((id) => !lessons.includes(id));
      const { row, isNew, removed } = addValue(place, { ...value, sources: lessons });
      const id = valueId(row);
      const ignored = others.length === 0 ? "" : `; no GHAP entries, so no sources: ${others.join(", ")}`;
      return {
        id,
        message: (isNew ? `Stored ${id}` : `${id} says this already`) + ignored + removedNote(removed),
      };
    },
  }),
  defineTool({
    name: "list_values",
    input: z.object({ limit: z.int().min(1).max(200).optional() }),
    read({ limit = 20 }, { store, project }) {
      return pastResult({ values: topValues(store, project, limit).map(valueView) });
    },
  }),
  defineTool({
    name: "list_sessions",
    input: z.object({ limit: z.int().min(1).max(200).optional() }),
    read({ limit = 20 }, { store, project }) {
      const usual = { project, source: "startup", status: "closed" };
      const found = findSessions(store, { project, words: [], limit });
      return pastResult({ sessions: found.map((one) => brief(one, usual)) });
    },
  }),
];
