// A hook's answer, and its JSON for Claude Code.
export interface Reply {
  readonly context?: { readonly event: string; readonly text: string };
  readonly systemMessage?: string;
  /** Makes the agent go on with this instruction. The user sees that a hook blocked the stop. */
  readonly block?: string;
  /** Does as `block`, but by exit code 2 and with the text on stderr. */
  readonly blockByExitCode?: string;
  /** Prints `{}` if there is nothing else, at the end of a subagent that may stop. */
  readonly isEmpty?: true;
  /** Adds `continue` and `suppressOutput`, as older versions of Claude Code expect at a session's end. */
  readonly acknowledge?: true;
}

/** Returns a reply whose context is the texts, one below the other; `undefined` if there is no text. */
export function toModel(event: string, ...texts: readonly (string | undefined)[]): Reply | undefined {
  const text = texts.filter((one) => one !== undefined).join("\n");
  return text === "" ? undefined : { context: { event, text } };
}

/** The most units of a context: Claude Code shortens an answer of over 10,000 UTF-16 units to 2 KB. */
export const MAX_REPLY_UNITS = 9_500;

/** Returns the JSON to print, or `""`. Leaves out a context of over `MAX_REPLY_UNITS`. */
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

/**
 * Returns the reply as most clients accept it; some name events otherwise, or have none for a failure (`eventOf`). At a
 * stop, only Claude Code takes a context or an exit code: both become `decision: "block"`. Only it reads `acknowledge`.
 */
export function replyFields(reply: Reply, eventOf = (event: string) => event): Record<string, unknown> {
  const { context, systemMessage } = reply;
  const isStop = context?.event === "Stop";
  const reason = reply.block ?? reply.blockByExitCode ?? (isStop ? context.text : undefined);
  return {
    ...(reason ? { decision: "block", reason } : {}),
    ...(systemMessage ? { systemMessage } : {}),
    ...(context?.text && !isStop
      ? { hookSpecificOutput: { hookEventName: eventOf(context.event), additionalContext: context.text } }
      : {}),
  };
}

export function encoded(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? "" : JSON.stringify(fields);
}
