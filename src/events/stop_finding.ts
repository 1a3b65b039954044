import type { Message, ToolUse } from "../core/conversation.ts";
import { encodeEvidence } from "../core/memory_evidence.ts";
import { mayNeedCleaning } from "../core/privacy/privacy_signs.ts";
import type { Candidate } from "../core/triage_types.ts";
import type { Finding } from "../store/handled.ts";
import { cleanSaid } from "./clean_said.ts";
import type { HookContext } from "./context.ts";

/** A candidate, and the memory that would be made of it. */
export interface Found extends Finding {
  readonly candidate: Candidate;
}

/**
 * The messages without secrets, and without the words of those that were dealt with before. Before anything is found
 * in them, as a text that is cut may hold half a secret, which nobody would recognise.
 */
export async function readableMessages(
  messages: readonly Message[],
  handled: ReadonlySet<string>,
  context: HookContext,
): Promise<Message[]> {
  const unhandled = messages.map((message) => handled.has(message.uuid) ? { ...message, text: "" } : message);
  if (!mayAnyNeedCleaning(unhandled)) return unhandled;
  const readable: Message[] = [];
  for (const message of unhandled) {
    const text = await cleanSaid(message.text, context);
    readable.push(text === message.text ? message : { ...message, text });
  }
  return readable;
}

/** The messages with the commands of their calls without secrets: before one is cut, as half a secret looks like none. */
export async function withCleanCommands(
  messages: readonly Message[],
  context: HookContext,
): Promise<readonly Message[]> {
  const commands = messages.flatMap(({ toolUses }) => toolUses.map(({ command = "" }) => command));
  if (!mayNeedCleaning(commands.join("\n\n"))) return messages;
  const clean: Message[] = [];
  for (const message of messages) {
    const toolUses: ToolUse[] = [];
    for (const use of message.toolUses) {
      const { command } = use;
      toolUses.push(command === undefined ? use : { ...use, command: await cleanSaid(command, context) });
    }
    clean.push({ ...message, toolUses });
  }
  return clean;
}

/** All at once, as there are a hundred things to look for; what may be JSON is looked at in another way. */
function mayAnyNeedCleaning(messages: readonly Message[]): boolean {
  const texts = messages.map(({ text }) => text);
  return texts.some((text) => text.startsWith("{") || text.startsWith("[")) ||
    mayNeedCleaning(texts.join("\n\n"));
}

/** The memories that candidates would be. */
export async function findingsOf(candidates: readonly Candidate[], context: HookContext): Promise<Found[]> {
  const findings: Found[] = [];
  for (const candidate of candidates) findings.push(await findingOf(candidate, context));
  return findings;
}

/** What a model has worded is clean already. */
async function findingOf(candidate: Candidate, context: HookContext): Promise<Found> {
  const { uuid, offset, quote } = candidate.evidence;
  const cleanQuote = (await cleanSaid(quote, context)).trim();
  return {
    candidate,
    evidenceUuid: uuid,
    draft: {
      category: candidate.category,
      title: null,
      body: (await cleanSaid(candidate.text, context)).trim(),
      /** Made when it is kept: what is known already needs none. */
      get evidence() {
        return encodeEvidence({
          quote: cleanQuote,
          uuid: uuid === "" ? undefined : uuid,
          offset,
          cues: candidate.cues.map(({ name }) => name),
        });
      },
      source: "triage",
      confidence: candidate.score,
      sessionId: context.session.sessionId,
      files: [],
      scope: "project",
      project: context.session.project,
    },
  };
}
