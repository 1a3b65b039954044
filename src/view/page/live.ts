/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import { COPY } from "./ask.ts";

/** Views ask again at most so often, however much a session writes. */
const REST_MS = 400;
/** The browser connects again by itself; after so long without the server it has ended. */
const OVER_MS = 5000;

/**
 * Counts what has changed, as the server tells it. A hidden tab hears nothing: it neither loads what nobody sees, nor
 * keeps the server from ending.
 */
export function useLive(
  isIn: boolean,
  onDeeds: () => void,
): { readonly tick: number; readonly isOver: boolean } {
  const [tick, setTick] = useState(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isIn || COPY !== undefined) return;
    let source: EventSource | undefined;
    let rest: number | undefined;
    let over: number | undefined;
    const changed = () => {
      if (rest !== undefined) return;
      rest = self.setTimeout(() => {
        rest = undefined;
        setTick((count) => count + 1);
      }, REST_MS);
    };
    const close = () => {
      source?.close();
      source = undefined;
      clearTimeout(over);
    };
    const open = () => {
      close();
      source = new EventSource("/api/live");
      source.addEventListener("changed", changed);
      source.addEventListener("deeds", onDeeds);
      source.addEventListener("open", () => {
        clearTimeout(over);
        over = undefined;
        setOver(false);
      });
      source.addEventListener("error", () => over ??= self.setTimeout(() => setOver(true), OVER_MS));
    };
    const seen = () => {
      if (document.visibilityState === "hidden") return close();
      open();
      changed();
      onDeeds();
    };
    open();
    document.addEventListener("visibilitychange", seen);
    return () => {
      close();
      clearTimeout(rest);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [isIn]);
  return { tick, isOver };
}
