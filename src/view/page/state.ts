/// <reference lib="dom" />
// The state that all views share: answers from the server, the route in the address, keyboard shortcuts, the focus.
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Action } from "../actions.ts";
import type { Answers } from "../../cli/view/reads.ts";
import { ask, type Params, queryOf, type Refused } from "./ask.ts";

export interface Shared {
  readonly place: Answers["place"];
  readonly project: string;
  /** Grows after changes of the database. Views request their data again then. */
  readonly tick: number;
  readonly actions: readonly Action[];
  readonly say: (text: string) => void;
  readonly poll: () => Promise<void>;
}

export const SharedContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (shared === undefined) throw new Error("A view stands outside of the page");
  return shared;
}

/** The HTTP status for a missing item. After other errors a view keeps its content, such as a form. */
const MISSING = 404;

/**
 * Returns the answer to a request. With `live`, requests it again after each change of the database, and
 * keeps the old answer until the new one arrives. `isMissing`: the item is not there, or not any more.
 */
export function useAnswer<K extends keyof Answers>(
  name: K | undefined,
  params: Params = {},
  updates: "live" | "once" = "once",
): {
  readonly data: Answers[K] | undefined;
  readonly error: string | undefined;
  readonly isMissing: boolean;
} {
  const { project, tick, say } = useShared();
  const key = JSON.stringify([name, project, params]);
  const [answer, setAnswer] = useState<
    { key: string; data?: Answers[K]; error?: string; isMissing?: boolean }
  >(
    { key: "" },
  );
  useEffect(() => {
    if (name === undefined) return;
    const request = new AbortController();
    ask(name, { project, ...params }, request.signal).then(
      (data) => setAnswer({ key, data }),
      (error: Refused) => {
        if (request.signal.aborted) return;
        const isMissing = error.status === MISSING;
        if (answer.key === key && answer.data !== undefined && !isMissing) say(error.message);
        else setAnswer({ key, error: error.message, isMissing });
      },
    );
    return () => request.abort();
  }, [key, updates === "live" ? tick : 0]);
  return answer.key === key
    ? { data: answer.data, error: answer.error, isMissing: answer.isMissing === true }
    : { data: undefined, error: undefined, isMissing: false };
}

const KEPT = new Map<string, unknown>(); // the values of `useKept`

/** The milliseconds after the last key press before a view searches or writes its address. */
export const REST_MS = 150;

/** Returns a text once it has stayed the same for a moment, so that not each key press searches. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = self.setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Like `useState`, but keeps the value while the tab is open: going back restores it. `name` must stay the same. */
export function useKept<T>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(KEPT.has(name) ? KEPT.get(name) as T : first);
  return [value, (next) => {
    KEPT.set(name, next);
    setValue(next);
  }];
}

/** The parts of the address after `#`, such as `#/memory/m12?from=inbox`. */
export interface Route {
  readonly view: string;
  readonly id: string | undefined;
  readonly params: URLSearchParams;
}

function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "now", id] = path.split("/").filter((part) => part !== "");
  return { view, id, params: new URLSearchParams(query) };
}

export function linkTo(view: string, id?: string, params: Params = {}): string {
  const query = queryOf(params);
  return `#/${view}${id === undefined ? "" : `/${id}`}${query === "" ? "" : `?${query}`}`;
}

const SCROLLED = new Map<string, number>();
/** The milliseconds for which a scroll position is restored: at first the page may be too short for it. */
const DRAWN_MS = 2000;

/** Returns the current route. Going back, or following a link to a visited address, restores its scroll position. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    let back: { readonly to: number; readonly until: number } | undefined;
    const changed = () => {
      back = { to: SCROLLED.get(location.hash) ?? 0, until: Date.now() + DRAWN_MS };
      setHash(location.hash);
      goBack();
    };
    const goBack = () => {
      if (back === undefined) return;
      scrollTo(0, back.to);
      if (Math.abs(scrollY - back.to) < 2 || Date.now() > back.until) back = undefined;
      else requestAnimationFrame(goBack);
    };
    const scrolled = () => back === undefined && SCROLLED.set(location.hash, scrollY);
    const touched = () => back = undefined;
    addEventListener("hashchange", changed);
    addEventListener("scroll", scrolled);
    addEventListener("wheel", touched);
    addEventListener("keydown", touched);
  }, []);
  return routeOf(hash);
}

/**
 * Goes to a link. `replace` makes no entry in the browser's history, and does nothing if the link leads to another
 * view. `late`, for timers, also does nothing if it leads to another item: the user may have left the timer's item.
 */
export function goTo(link: string, how: "push" | "replace" | "late" = "push"): void {
  const [to, here] = [routeOf(link), routeOf(location.hash)];
  if (how === "push") location.hash = link;
  else if (to.view === here.view && (to.id === here.id || how === "replace")) {
    SCROLLED.set(link, scrollY);
    history.replaceState(null, "", link);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

/** Handlers by key. One that returns false leaves its key to the browser, as an arrow key with no row to go to. */
type Keys = Readonly<Record<string, () => unknown>>;
/** The handlers of keyboard shortcuts. Those of a view come before those of the page. */
const HANDLERS = { view: new Set<{ current: Keys }>(), page: new Set<{ current: Keys }>() };

/** Returns the key without the effect of Caps Lock; for another script's letter, the one there on a Latin keyboard. */
export function shortcutOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (shiftKey || key.length > 1) return key;
  const isLatin = /[\p{ASCII}\p{Script=Latin}]/u.test(key);
  return (isLatin ? key : code.replace(/^(?:Key|Digit)/, "")).toLowerCase();
}

/** Elements that take letters as text. */
const FIELDS = "input:not([type=checkbox]), textarea, select, dialog";

addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS)) {
    return;
  }
  const key = shortcutOf(event);
  const isPress = event.key === " " || event.key === "Enter";
  if (isPress && target.closest("button, a, summary, label, input")) return;
  const isHeld = event.repeat && !/^(?:[jk]|Arrow.*)$/.test(key); // a held x would drop all that waits
  for (const { current } of [...HANDLERS.view, ...HANDLERS.page]) {
    const handler = Object.hasOwn(current, key) ? current[key] : undefined;
    if (handler === undefined) continue;
    // A held space bar would scroll the page.
    if (isHeld || handler() !== false) event.preventDefault();
    return;
  }
});

/** True for a key that an input method takes. Safari ends the composition before the last key, which has code 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

export function useKeys(keys: Keys, of: keyof typeof HANDLERS = "view"): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    HANDLERS[of].add(latest);
    return () => void HANDLERS[of].delete(latest);
  }, []);
}

/** Returns handlers for the keys to the next row (1) and the previous one (-1). `move` returns whether there is one. */
export function rowKeys(move: (by: 1 | -1) => boolean): Keys {
  const [down, up] = [() => move(1), () => move(-1)];
  return { j: down, ArrowDown: down, k: up, ArrowUp: up };
}

/** Moves the focus to an element, so that a screen reader says it. A field that has the focus keeps it. */
export function giveFocus(element: HTMLElement | null): void {
  if (!document.activeElement?.closest(FIELDS)) element?.focus({ preventScroll: true });
}

/** Moves the focus to the item that the view shows, or to its heading. */
export function focusItem(): void {
  const [item, heading] = ["main article", "main h1"].map((one) => document.querySelector<HTMLElement>(one));
  giveFocus(item ?? heading ?? null);
}

/** The links in views that had the focus last, by address. After a step back, the keys go on from there. */
const LEFT_AT = new Map<string, string | null>();
addEventListener("focusin", ({ target }) => {
  const link = (target as Element).closest("main a");
  if (link !== null) LEFT_AT.set(location.hash, link.getAttribute("href"));
});

/** Moves the focus to the next or the previous row of the view's list, if there is one. Enter then opens that row. */
export function moveFocus(by: 1 | -1): boolean {
  const rows = [
    ...document.querySelectorAll<HTMLElement>(
      "main a.row, main .results h2 a, main .results p > a.id, main .cards > li a:first-of-type, main .steps a, " +
        "main .note a.id, main td:first-of-type a",
    ),
  ].filter((row) => row.checkVisibility());
  const focused = document.activeElement as HTMLElement;
  const left = focused.matches("input") ? undefined : LEFT_AT.get(location.hash); // a search goes to its first row
  const known = rows.indexOf(focused);
  const here = known >= 0 ? known : rows.findIndex((row) => row.getAttribute("href") === left);
  // A list also has drawn rows above those in sight.
  const isInSight = (row: HTMLElement) =>
    row.getBoundingClientRect().top >= Math.max(0, row.closest(".virtual")?.getBoundingClientRect().top ?? 0);
  const first = () => by > 0 ? Math.max(0, rows.findIndex(isInSight)) : rows.length - 1;
  const next = rows[here < 0 ? first() : here + by];
  next?.focus();
  return next !== undefined;
}
