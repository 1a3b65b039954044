/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../contract.ts";
import { ask, type Params, type Refused } from "./ask.ts";
import { useShared } from "./state.ts";

const PAGE = 100;

/** A list that is on the server, of which only what is looked at is here. */
export interface Paged<T> {
  /** `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  /** The page that holds this place, as the server has sent it. */
  page(place: number): Page<T> | undefined;
  /** The row of this place; `undefined` while it is on its way. */
  row(place: number): T | undefined;
  /** Has these rows loaded. */
  need(from: number, to: number): void;
}

interface Held<T> {
  readonly key: string;
  readonly total: number | undefined;
  readonly pages: ReadonlyMap<number, Page<T>>;
  readonly error?: string;
}

/** Loads a list page by page; what has been loaded is loaded again when the database has changed. */
export function usePaged<T>(name: string, params: Params): Paged<T> {
  const { project, tick } = useShared();
  const key = JSON.stringify([name, project, params]);
  const [held, setHeld] = useState<Held<T>>({ key, total: undefined, pages: new Map() });
  const asked = useRef(new Set<string>());
  const load = (page: number, isAgain: boolean) => {
    const mark = `${key} ${page}`;
    if (asked.current.has(mark) && !isAgain) return;
    asked.current.add(mark);
    ask<Page<T>>(name, { project, ...params, offset: page * PAGE, limit: PAGE }).then(
      (found) => {
        setHeld((before) => {
          const pages = new Map(before.key === key ? before.pages : []).set(page, found);
          return { key, total: found.total, pages };
        });
      },
      (error: Refused) => setHeld({ key, total: 0, pages: new Map(), error: error.message }),
    );
  };
  useEffect(() => load(0, true), [key]);
  useEffect(() => {
    if (tick > 0) { for (const page of held.key === key ? held.pages.keys() : []) load(page, true); }
  }, [tick]);
  const isSame = held.key === key;
  const page = (place: number) => isSame ? held.pages.get(Math.floor(place / PAGE)) : undefined;
  return {
    total: isSame ? held.total : undefined,
    error: isSame ? held.error : undefined,
    page,
    row: (place) => page(place)?.rows[place % PAGE],
    need(from, to) {
      if (!isSame) return;
      for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, to - 1) / PAGE); page++) {
        load(page, false);
      }
    },
  };
}

/** Drawn above and below what is seen, so that scrolling shows no gaps. */
const SPARE = 8;

/**
 * Draws the rows that are in sight, all of the same height. For assistive technology each says its place in the whole.
 */
export function VirtualList({ label, total, height, draw, need, current }: {
  readonly label: string;
  readonly total: number;
  /** Of a row, in pixels. */
  readonly height: number;
  readonly draw: (place: number) => ComponentChildren;
  readonly need?: (from: number, to: number) => void;
  /** The row that is brought into sight when it changes. */
  readonly current?: number | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
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
    const [top, bottom] = [current * height, (current + 1) * height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight;
    }
  }, [current]);
  const from = Math.max(0, Math.floor(seen.top / height) - SPARE);
  const to = Math.min(total, Math.ceil((seen.top + seen.height) / height) + SPARE);
  useEffect(() => need?.(from, to), [from, to, total]);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
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
        {rows.map((place) => (
          <li key={place} ref={placed(place)} aria-setsize={total} aria-posinset={place + 1}>
            {draw(place)}
          </li>
        ))}
      </ul>
    </div>
  );
}
