import type { Answer } from "./model_script.ts";

interface ContentBlock {
  readonly start: Record<string, unknown>;
  readonly delta: Record<string, unknown>;
}

/** The answer as a Messages API would stream it: one server-sent event after the other. */
export function streamAnswer(answer: Answer, model: string): string {
  const usage = {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  };
  const message = {
    id: messageId(),
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return [
    serverEvent("message_start", { message }),
    ...contentBlocks(answer).flatMap(({ start, delta }, index) => [
      serverEvent("content_block_start", { index, content_block: start }),
      serverEvent("content_block_delta", { index, delta }),
      serverEvent("content_block_stop", { index }),
    ]),
    serverEvent("message_delta", {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: 20 },
    }),
    serverEvent("message_stop", {}),
  ].join("");
}

/** The same answer in one piece, for requests that do not ask for a stream. */
export function wholeAnswer(answer: Answer, model: string): Record<string, unknown> {
  return {
    id: messageId(),
    type: "message",
    role: "assistant",
    model,
    content: [
      { type: "text", text: answer.text },
      ...(answer.tools ?? []).map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
    ],
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

function contentBlocks(answer: Answer): ContentBlock[] {
  return [
    { start: { type: "text", text: "" }, delta: { type: "text_delta", text: answer.text } },
    ...(answer.tools ?? []).map(({ id, name, input }) => ({
      start: { type: "tool_use", id, name, input: {} },
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    })),
  ];
}

function stopReason(answer: Answer): string {
  return (answer.tools ?? []).length > 0 ? "tool_use" : "end_turn";
}

function serverEvent(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function messageId(): string {
  return `msg_${crypto.randomUUID().replaceAll("-", "")}`;
}
