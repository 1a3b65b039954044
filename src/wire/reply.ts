/** A hook's answer to the client: one JSON object on stdout. */
export interface Reply {
  /** Text for the model, printed with the name of the event. */
  readonly context?: { readonly event: string; readonly text: string };
  readonly systemMessage?: string;
  /** Makes the agent continue with this text as the instruction. The user sees that a hook blocked the stop. */
  readonly block?: string;
  /** Does the same as `block` by exit code 2, with the text on stderr. */
  readonly blockByExitCode?: string;
  /** Prints `{}` if the reply has no other field: a check that found no fault. */
  readonly isEmpty?: true;
  /** Adds `continue` and `suppressOutput`, which older clients expect from SessionEnd. */
  readonly acknowledge?: true;
}

/** Returns a reply with the texts that are not `undefined`; `undefined` if there is none. */
export function toModel(event: string, ...texts: readonly (string | undefined)[]): Reply | undefined {
  const text = texts.filter((one) => one !== undefined).join("\n");
  return text === "" ? undefined : { context: { event, text } };
}

/** The longest context. The client shortens an answer of more than 10,000 UTF-16 units to 2 KB. */
export const MAX_REPLY_UNITS = 9_500;

/** Returns the JSON text to print, or `""` for nothing. Leaves out a context of more than `MAX_REPLY_UNITS`. */
export function encodeReply({ acknowledge, block, systemMessage, context, isEmpty }: Reply = {}): string {
  const text = (context?.text.length ?? 0) <= MAX_REPLY_UNITS ? context?.text : undefined;
  const fields = {
    ...(acknowledge ? { continue: true, suppressOutput: true } : {}),
    ...(block ? { decision: "block", reason: block } : {}),
    ...(systemMessage ? { systemMessage } : {}),
    ...(text ? { hookSpecificOutput: { hookEventName: context?.event, additionalContext: text } } : {}),
  };
  return Object.keys(fields).length === 0 && !isEmpty ? "" : JSON.stringify(fields);
}
