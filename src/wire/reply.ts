/** A hook prints nothing (`undefined`), or one JSON object. */
export interface Reply {
  /** Text for the model, under the event's own name. */
  readonly context?: { readonly event: string; readonly text: string };
  /** One line for the user. */
  readonly systemMessage?: string;
  /** Makes the turn go on with this text, shown to the user as a block. */
  readonly block?: string;
  /** The same by exit code 2, with the text on stderr. */
  readonly blockByExitCode?: string;
  /** An empty object where there is nothing to say: the answer of a check that has found all in order. */
  readonly isEmpty?: true;
  /** SessionEnd answers with the two fields that older clients expect. */
  readonly acknowledge?: true;
}

/** The client cuts an answer over 10,000 UTF-16 units down to 2 KB; we stay below. */
export const MAX_REPLY_UNITS = 9_500;

/** The JSON document to print, or `""` for nothing. An answer over the client's cap loses its context. */
export function encodeReply(reply: Reply | undefined): string {
  if (reply === undefined) return "";
  const fields: Record<string, unknown> = {};
  if (reply.acknowledge) {
    fields.continue = true;
    fields.suppressOutput = true;
  }
  if (reply.block) {
    fields.decision = "block";
    fields.reason = reply.block;
  }
  if (reply.systemMessage) fields.systemMessage = reply.systemMessage;
  if (reply.context?.text && reply.context.text.length <= MAX_REPLY_UNITS) {
    fields.hookSpecificOutput = {
      hookEventName: reply.context.event,
      additionalContext: reply.context.text,
    };
  }
  return Object.keys(fields).length === 0 && !reply.isEmpty ? "" : JSON.stringify(fields);
}
