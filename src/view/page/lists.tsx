/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, ListName, RowOf } from "../../cli/view/reads.ts";
import { ask, type Params, type Refused } from "./ask.ts";
import { Loading } from "./parts.tsx";
import { MISSING, useKept, useShared } from "./state.ts";

const PAGE = 100;
/** The milliseconds for which rows must be in sight before they are requested, so that fast scrolling loads nothing. */
const REST_MS = 60;

/** A list on the server. Only its rows in sight are loaded. */
export interface Paged<K extends ListName> {
  /** `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  /** The newest answer, for its values besides the rows. */
  readonly head: Answers[K] | undefined;
  /** Returns the row at an index; `undefined` while it is being loaded. */
  row(place: number): RowOf<K> | undefined;
  /** Loads these rows, and cancels requests for others. */
  need(from: number, to: number): void;
}

interface Loaded<K extends ListName> {
  readonly key: string;
  readonly pages: ReadonlyMap<number, Answers[K]>;
  readonly head?: Answers[K];
  readonly error?: string;
}

/** Loads a list page by page. Only pages in sight are loaded again when the database has changed. */
export function usePaged<K extends ListName>(name: K, params: Params): Paged<K> {
  const { project, tick, say } = useShared();
  const key = JSON.stringify([name, project, params]);
  const [held, setHeld] = useState<Loaded<K>>({ key, pages: new Map() });
  const [wanted, setWanted] = useState("0");
  const loaded = useRef({ key: "", tick: -1, pages: new Map<number, AbortController>() });
  useEffect(() => {
    const state = loaded.current;
    const isNew = state.key !== key || state.tick !== tick;
    const pages = wanted.split(" ").map(Number);
    for (const [page, asked] of state.pages) {
      if (!isNew && pages.includes(page)) continue;
      asked.abort();
      state.pages.delete(page);
    }
    [state.key, state.tick] = [key, tick];
    for (const page of pages.filter((page) => !state.pages.has(page))) {
      const asked = new AbortController();
      state.pages.set(page, asked);
      ask(name, { project, ...params, offset: page * PAGE, limit: PAGE }, asked.signal).then(
        (found) =>
          setHeld((before) => {
            const kept = before.key === key
              ? [...before.pages].filter(([page]) => state.pages.has(page))
              : [];
            return { key, head: found, pages: new Map([...kept, [page, found]]) };
          }),
        (error: Refused) => {
          if (asked.signal.aborted) return;
          state.pages.delete(page);
          if (held.key === key && held.head !== undefined && error.status !== MISSING) say(error.message);
          else setHeld({ key, pages: new Map(), error: error.message });
        },
      );
    }
  }, [key, tick, wanted]);
  const rest = useRef<number | undefined>(undefined);
  const shown = held.key === key ? held : undefined;
  return {
    total: shown?.head?.total,
    error: shown?.error,
    head: shown?.head,
    row: (place) => shown?.pages.get(Math.floor(place / PAGE))?.rows[place % PAGE] as RowOf<K> | undefined,
    need(from, to) {
      clearTimeout(rest.current);
      const [first, last] = [Math.floor(from / PAGE), Math.floor(Math.max(from, to - 1) / PAGE)];
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i).join(" ");
      rest.current = self.setTimeout(() => setWanted(pages), shown?.head === undefined ? 0 : REST_MS);
    },
  };
}

/** The number of rows that are drawn above and below the visible ones, so that scrolling shows no gaps. */
const SPARE = 8;

interface ListingProps<K extends ListName> {
  readonly list: Paged<K>;
  readonly label: string;
  /** The name under which the scroll position is kept. */
  readonly name: string;
  /** The height of a row, in pixels. */
  readonly height: number;
  readonly row: (row: RowOf<K>) => ComponentChildren;
  readonly link: (row: RowOf<K>) => string;
  /** Called instead of following the link, to show the row beside the list. */
  readonly choose?: (place: number) => void;
  /** The index of the current row, which is scrolled into view when it changes. */
  readonly current?: number | undefined;
  /** Returns a CSS class for a row. */
  readonly chosen?: (row: RowOf<K>) => string;
  /** Shown if there is no row. */
  readonly empty: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a list with a link for each row, and beside it `children`, the details of the chosen row, if given. */
export function Listing<K extends ListName>(props: ListingProps<K>) {
  const { list: { total, error }, empty, children } = props;
  if (total === undefined) return <Loading error={error} />;
  if (total === 0) return <>{empty}</>;
  const rows = <VirtualRows {...props} total={total} />;
  return children === undefined ? rows : <div class="split">{rows}{children}</div>;
}

/** Draws only the rows in sight, which all have the same height. ARIA attributes give each row's index and the total. */
function VirtualRows<K extends ListName>(
  { list, label, name, total, height, row: draw, link, choose, current, chosen }: ListingProps<K> & {
    readonly total: number;
  },
) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useKept(`place of ${name}`, 0);
  const [seen, setSeen] = useState(800);
  useEffect(() => {
    const element = box.current!;
    const look = () => {
      if (!element.isConnected) return;
      setTop(element.scrollTop);
      setSeen(element.clientHeight);
    };
    element.scrollTop = top;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || current === undefined || current < 0) return;
    const [above, below] = [current * height, (current + 1) * height];
    if (above < element.scrollTop) element.scrollTop = above;
    else if (below > element.scrollTop + element.clientHeight) {
      element.scrollTop = below - element.clientHeight;
    }
  }, [current, total > 0]);
  const from = Math.max(0, Math.min(Math.floor(top / height), total) - SPARE);
  const to = Math.min(total, Math.ceil((top + seen) / height) + SPARE);
  useEffect(() => list.need(from, to), [from, to, total]);
  // Heights are set on the element, because the page's content security policy forbids style attributes.
  const tall = (element: HTMLElement | null) => {
    if (element !== null) element.style.height = `${total * height}px`;
  };
  const placed = (place: number) => (element: HTMLElement | null) => {
    if (element === null) return;
    element.style.top = `${place * height}px`;
    element.style.height = `${height}px`;
  };
  const drawn = (place: number) => {
    const row = list.row(place);
    if (row === undefined) return <span class="row pending" />;
    return (
      <a
        class={`row ${chosen?.(row) ?? ""}`}
        href={link(row)}
        aria-current={place === current ? "true" : undefined}
        onClick={(event) => {
          if (choose === undefined || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          choose(place);
        }}
      >
        {draw(row)}
      </a>
    );
  };
  return (
    <div class="virtual" ref={box} tabIndex={0} role="region" aria-label={label}>
      <ul class="virtual-rows" ref={tall}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((place) => (
          <li key={place} ref={placed(place)} aria-setsize={total} aria-posinset={place + 1}>
            {drawn(place)}
          </li>
        ))}
      </ul>
    </div>
  );
}
