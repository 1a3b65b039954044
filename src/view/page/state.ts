/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Answers, ToldDeed } from "../contract.ts";
import { ask, type Params, type Refused } from "./ask.ts";

/** The state that every view shares. */
export interface Shared {
  readonly place: Answers["place"];
  /** `""` for every project. */
  readonly project: string;
  /** Counts what has changed in the database since the page was opened. */
  readonly tick: number;
  readonly deeds: readonly ToldDeed[];
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

/** The answer to a question, kept while a newer one is on its way. `live`: asked again when the database has changed. */
export function useAnswer<K extends keyof Answers>(
  name: K | undefined,
  params: Params = {},
  isLive: "live" | "once" = "once",
): { readonly data: Answers[K] | undefined; readonly error: string | undefined } {
  const { project, tick } = useShared();
  const key = JSON.stringify([name, project, params]);
  const [answer, setAnswer] = useState<{ key: string; data?: Answers[K]; error?: string }>({ key: "" });
  useEffect(() => {
    if (name === undefined) return;
    const asked = new AbortController();
    ask(name, { project, ...params }, asked.signal).then(
      (data) => setAnswer({ key, data }),
      (error: Refused) => asked.signal.aborted || setAnswer({ key, error: error.message }),
    );
    return () => asked.abort();
  }, [key, isLive === "live" ? tick : 0]);
  return answer.key === key
    ? { data: answer.data, error: answer.error }
    : { data: undefined, error: undefined };
}

/** True once a view has stood for a moment: a reader who only passes asks nothing slow, which would hold up the next view. */
export function useStaying(): boolean {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return isStaying;
}

const KEPT = new Map<string, unknown>();

/** A state that the way back finds again, for as long as the tab lives. */
export function useKept<T>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(KEPT.has(name) ? KEPT.get(name) as T : first);
  return [value, (next) => {
    KEPT.set(name, next);
    setValue(next);
  }];
}

/** The place of the page: `#/memory/m12?from=inbox`. */
export interface Route {
  readonly view: string;
  readonly id: string | undefined;
  readonly params: URLSearchParams;
}

function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "now", id] = path.split("/").filter((part) => part !== "").map(decode);
  return { view, id, params: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function linkTo(view: string, id?: string, params: Params = {}): string {
  const words = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(words.map(([key, value]) => [key, String(value)])).toString();
  return `#/${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${query === "" ? "" : `?${query}`}`;
}

const PLACES = new Map<string, number>();
/** A view is drawn in this time; until then the page may be too short for the place where it was. */
const DRAWN_MS = 2000;

/** The route, and on the way back the place in the page, too. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    let back: { readonly to: number; readonly until: number } | undefined;
    const changed = () => {
      back = { to: PLACES.get(location.hash) ?? 0, until: Date.now() + DRAWN_MS };
      setHash(location.hash);
      goBack();
    };
    const goBack = () => {
      if (back === undefined) return;
      scrollTo(0, back.to);
      if (Math.abs(scrollY - back.to) < 2 || Date.now() > back.until) back = undefined;
      else requestAnimationFrame(goBack);
    };
    const scrolled = () => back === undefined && PLACES.set(location.hash, scrollY);
    const touched = () => back = undefined;
    addEventListener("hashchange", changed);
    addEventListener("scroll", scrolled);
    addEventListener("wheel", touched);
    addEventListener("keydown", touched);
  }, []);
  return routeOf(hash);
}

/** Goes there; `replace` where the way back is not to lead through here. */
export function goTo(link: string, how: "push" | "replace" = "push"): void {
  if (how === "push") location.hash = link;
  else {
    PLACES.set(link, scrollY);
    history.replaceState(null, "", link);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

type Keys = Readonly<Record<string, () => void>>;
/** The handlers of views before those of the page, which both see the same keys. */
const HANDLERS = { view: new Set<{ current: Keys }>(), page: new Set<{ current: Keys }>() };

addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) {
    return;
  }
  const isPress = event.key === " " || event.key === "Enter";
  if (isPress && target.closest("button, a, summary, label")) return;
  for (const { current } of [...HANDLERS.view, ...HANDLERS.page]) {
    const handler = Object.hasOwn(current, event.key) ? current[event.key] : undefined;
    if (handler === undefined) continue;
    event.preventDefault();
    return handler();
  }
});

/** Calls the handlers of keys that are typed outside of any field. */
export function useKeys(keys: Keys, of: keyof typeof HANDLERS = "view"): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    HANDLERS[of].add(latest);
    return () => void HANDLERS[of].delete(latest);
  }, []);
}

/** Moves to the next or the last row of what the view lists; Enter opens it. */
export function moveFocus(by: 1 | -1): void {
  const rows = [
    ...document.querySelectorAll<HTMLElement>(
      "main a.row, main .results h2 a, main .cards > li a:first-of-type, main .steps a",
    ),
  ];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[here < 0 ? (by > 0 ? 0 : rows.length - 1) : here + by];
  next?.focus();
}
