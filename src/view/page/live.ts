/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import { COPY, request } from "./ask.ts";

/** The least milliseconds between two updates of the views, however much a session writes. */
const REST_MS = 700;
/** The milliseconds between two attempts to reach the server. */
const AGAIN_MS = 1000;
/** The milliseconds without a connection after which the server counts as ended. */
const OVER_MS = 5000;

/**
 * Counts the server's events about changes (`tick`). A hidden tab closes its stream, so that it loads nothing and does not
 * keep the server from ending.
 */
export function useLive(
  isIn: boolean,
  onActions: () => void,
): { readonly tick: number; readonly isOver: boolean } {
  const [tick, setTick] = useState(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isIn || COPY !== undefined) return;
    let stream: AbortController | undefined;
    let rest: number | undefined;
    let ticked = 0;
    const changed = () => {
      rest ??= self.setTimeout(() => {
        rest = undefined;
        ticked = Date.now();
        setTick((count) => count + 1);
      }, Math.max(0, ticked + REST_MS - Date.now()));
    };
    const received = (event: string) =>
      event.includes("actions") ? onActions() : event.includes("changed") && changed();
    const open = async () => {
      stream?.abort();
      const own = stream = new AbortController();
      let lost = Date.now();
      for (let isFirst = true; !own.signal.aborted; isFirst = false) {
        try {
          await listen(own.signal, received, () => {
            setOver(false);
            onActions();
            if (!isFirst) changed();
          });
          lost = Date.now();
        } catch {
          if (Date.now() - lost > OVER_MS) setOver(true);
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    const seen = () => {
      if (document.visibilityState === "hidden") return stream?.abort();
      void open();
      changed();
    };
    void open();
    document.addEventListener("visibilitychange", seen);
    return () => {
      stream?.abort();
      clearTimeout(rest);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [isIn]);
  return { tick, isOver };
}

/** Reads the server's events until the stream ends. It does not use `EventSource`, which cannot send the pass. */
async function listen(
  signal: AbortSignal,
  received: (event: string) => void,
  opened: () => void,
): Promise<void> {
  const response = await request("live", { signal });
  if (!response.ok || response.body === null) throw new Error("not let in");
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const line of read.value.split("\n")) if (line.startsWith("event:")) received(line);
  }
}
