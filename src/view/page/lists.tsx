/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, ListName, RowOf } from "../contract.ts";
import { ask, type Params, type Refused } from "./ask.ts";
import { Loading, Problem } from "./parts.tsx";
import { useKept, useShared } from "./state.ts";

const PAGE = 100;
/** A row that is only passed by is not asked for. */
const REST_MS = 60;

/** A list that is on the server, of which only what is looked at is here. */
export interface Paged<K extends ListName> {
  /** `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  /** The newest answer, with what it tells beside its rows. */
  readonly head: Answers[K] | undefined;
  /** The row of this place; `undefined` while it is on its way. */
  row(place: number): RowOf<K> | undefined;
  /** Has these rows loaded, and nothing else. */
  need(from: number, to: number): void;
}

interface Held<K extends ListName> {
  readonly key: string;
  readonly pages: ReadonlyMap<number, Answers[K]>;
  readonly head?: Answers[K];
  readonly error?: string;
}

/** Loads a list page by page. What is out of sight is neither waited for nor loaded again when the database has changed. */
export function usePaged<K extends ListName>(name: K, params: Params): Paged<K> {
  const { project, tick } = useShared();
  const key = JSON.stringify([name, project, params]);
  const [held, setHeld] = useState<Held<K>>({ key, pages: new Map() });
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
        (error: Refused) => asked.signal.aborted || setHeld({ key, pages: new Map(), error: error.message }),
      );
    }
  }, [key, tick, wanted]);
  const rest = useRef<number | undefined>(undefined);
  const isSame = held.key === key;
  return {
    total: isSame ? held.head?.total : undefined,
    error: isSame ? held.error : undefined,
    head: isSame ? held.head : undefined,
    row: (place) =>
      isSame ? held.pages.get(Math.floor(place / PAGE))?.rows[place % PAGE] as RowOf<K> : undefined,
    need(from, to) {
      clearTimeout(rest.current);
      const [first, last] = [from, Math.max(from, to - 1)].map((place) => Math.floor(place / PAGE)) as [
        number,
        number,
      ];
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i).join(" ");
      rest.current = self.setTimeout(() => setWanted(pages), isSame && held.head !== undefined ? REST_MS : 0);
    },
  };
}

/** Drawn above and below what is seen, so that scrolling shows no gaps. */
const SPARE = 8;

/** Draws the rows in sight, all of the same height. For assistive technology each says its place in the whole. */
function VirtualList({ label, name, total, height, draw, need, current }: {
  readonly label: string;
  /** Its place is kept under this name. */
  readonly name: string;
  readonly total: number;
  /** Of a row, in pixels. */
  readonly height: number;
  readonly draw: (place: number) => ComponentChildren;
  readonly need: (from: number, to: number) => void;
  /** The row that is brought into sight when it changes. */
  readonly current?: number | undefined;
}) {
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
  useEffect(() => need(from, to), [from, to, total]);
  // Heights are set on the element itself: the policy of the page lets no style attribute through.
  const tall = (element: HTMLElement | null) => {
    if (element !== null) element.style.height = `${total * height}px`;
  };
  const placed = (place: number) => (element: HTMLElement | null) => {
    if (element === null) return;
    element.style.top = `${place * height}px`;
    element.style.height = `${height}px`;
  };
  return (
    <div class="virtual" ref={box} tabIndex={0} role="region" aria-label={label}>
      <ul class="virtual-rows" ref={tall}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((place) => (
          <li key={place} ref={placed(place)} aria-setsize={total} aria-posinset={place + 1}>
            {draw(place)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A list of the server with a link for each row; beside it, where it is given, all of the one that is chosen. */
export function Listing<K extends ListName>(
  { list, label, name, height, link, choose, row, current, chosen, empty, children }: {
    readonly list: Paged<K>;
    readonly label: string;
    readonly name: string;
    readonly height: number;
    readonly link: (row: RowOf<K>) => string;
    /** In place of following the link: shows the row beside the list. */
    readonly choose?: (place: number) => void;
    /** Draws a row. */
    readonly row: (row: RowOf<K>, place: number) => ComponentChildren;
    readonly current?: number | undefined;
    readonly chosen?: (row: RowOf<K>) => string;
    /** The text where there is no row. */
    readonly empty: ComponentChildren;
    readonly children?: ComponentChildren;
  },
) {
  if (list.error !== undefined) return <Problem text={list.error} />;
  if (list.total === undefined) return <Loading />;
  if (list.total === 0) return <>{empty}</>;
  const rows = (
    <VirtualList
      {...{ label, name, height, current }}
      total={list.total}
      need={list.need}
      draw={(place) => {
        const one = list.row(place);
        if (one === undefined) return <span class="row pending" />;
        return (
          <a
            class={`row ${chosen?.(one) ?? ""}`}
            href={link(one)}
            aria-current={place === current ? "true" : undefined}
            onClick={(event) => {
              if (choose === undefined || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              choose(place);
            }}
          >
            {row(one, place)}
          </a>
        );
      }}
    />
  );
  return children === undefined ? rows : <div class="split">{rows}{children}</div>;
}
