/** More than any honest answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * The stream's text, or `undefined` when it is longer than an answer may be (`maxBytes`); then the rest is not read. Rejects when
 * the stream fails or the signal comes first.
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  maxBytes: number = MAX_ANSWER_BYTES,
): Promise<string | undefined> {
  const reader = stream.getReader();
  const giveUp = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > maxBytes) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener("abort", giveUp);
    giveUp();
  }
}
