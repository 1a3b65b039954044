/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Deed, Place } from "../contract.ts";
import { ask, type Params, type Refused } from "./ask.ts";

/** What every view knows. */
export interface Shared {
  readonly place: Place;
  /** `""` for every project. */
  readonly project: string;
  /** Counts what has changed in the database since the page was opened. */
  readonly tick: number;
  readonly deeds: readonly Deed[];
  /** Shows something that went wrong, or was done. */
  readonly say: (text: string) => void;
  readonly reloadDeeds: () => void;
}

export const SharedContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (shared === undefined) throw new Error("A view stands outside of the page");
  return shared;
}

export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/**
 * The answer to a question, kept while a newer one is on its way. `isLive`: asked again when the database has changed.
 */
export function useAnswer<T>(
  name: string | undefined,
  params: Params = {},
  isLive: "live" | "once" = "once",
): Answer<T> {
  const { project, tick } = useShared();
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: string }>({ key: "" });
  const [again, setAgain] = useState(0);
  const key = JSON.stringify([name, project, params]);
  const asked = useRef(0);
  useEffect(() => {
    if (name === undefined) return;
    const number = ++asked.current;
    ask<T>(name, { project, ...params }).then(
      (data) => number === asked.current && setAnswer({ key, data }),
      (error: Refused) => number === asked.current && setAnswer({ key, error: error.message }),
    );
  }, [key, isLive === "live" ? tick : 0, again]);
  const isSame = answer.key === key;
  return {
    data: isSame ? answer.data : undefined,
    error: isSame ? answer.error : undefined,
    reload: () => setAgain((count) => count + 1),
  };
}

/** Where the page is: `#/memory/m12?from=inbox`. */
export interface Route {
  readonly view: string;
  readonly id: string | undefined;
  readonly params: URLSearchParams;
}

export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "now", id] = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  return { view, id, params: new URLSearchParams(query) };
}

export function linkTo(view: string, id?: string, params: Params = {}): string {
  const words = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(words.map(([key, value]) => [key, String(value)])).toString();
  return `#/${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${query === "" ? "" : `?${query}`}`;
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return routeOf(hash);
}

/** Goes there; `replace` where the way back is not to lead through here. */
export function goTo(link: string, how: "push" | "replace" = "push"): void {
  if (how === "push") location.hash = link;
  else {
    history.replaceState(null, "", link);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

/** Calls the handlers of keys that are typed outside of any field. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")
      ) return;
      const handler = latest.current[event.key];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    addEventListener("keydown", typed);
    return () => removeEventListener("keydown", typed);
  }, []);
}
