/// <reference lib="dom" />
// Long lists: only the rows in sight are requested and drawn, so that a list of 100,000 memories is fast.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, ListName, RowOf } from "../../cli/view/reads.ts";
import type { Params } from "./ask.ts";
import { Loading } from "./parts.tsx";
import { useAnswer, useKept, useShared } from "./state.ts";

/** The rows of a part. Two neighbouring parts are loaded at once: all rows in sight are among them. */
const PART = 100;
/** The milliseconds for which rows must be in sight before they are requested. */
const IN_SIGHT_MS = 60;

export interface Paged<K extends ListName> {
  /** `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  /** The newest answer, for its values other than the rows. */
  readonly head: Answers[K] | undefined;
  /** Returns the row at an index; `undefined` while it is being loaded. */
  row(place: number): RowOf<K> | undefined;
  need(from: number): void; // requests the rows from this index on
}

/** Loads the part of a list that is in sight, again after each change of the database. */
export function usePaged<K extends ListName>(name: K, params: Params): Paged<K> {
  const { project, say } = useShared();
  const [offset, setOffset] = useState(0);
  const { data, error, isMissing } = useAnswer(name, { ...params, offset, limit: 2 * PART }, "live");
  const key = JSON.stringify([name, project, params]);
  const newest = useRef<{ readonly key: string; readonly offset: number; readonly data: Answers[K] }>(
    undefined,
  );
  if (data !== undefined) newest.current = { key, offset, data };
  else if (isMissing) newest.current = undefined; // such as a session that was forgotten
  const shown = newest.current?.key === key ? newest.current : undefined;
  useEffect(() => {
    if (error !== undefined && shown !== undefined) say(error);
  }, [error]);
  const timer = useRef<number | undefined>(undefined);
  return {
    total: shown?.data.total,
    error,
    head: shown?.data,
    row: (place) => shown?.data.rows[place - shown.offset] as RowOf<K> | undefined,
    need(from) {
      clearTimeout(timer.current);
      timer.current = self.setTimeout(() => setOffset(from - from % PART), IN_SIGHT_MS);
    },
  };
}

/** The height of a row in pixels, as in the style sheet. */
const HEIGHT = 74;
/** The number of rows drawn above and below those in sight, so that scrolling shows no gaps. */
const SPARE = 8;

interface ListingProps<K extends ListName> {
  readonly list: Paged<K>;
  readonly label: string;
  /** The name under which the scroll position is kept. */
  readonly name: string;
  readonly row: (row: RowOf<K>, place: number) => ComponentChildren;
  readonly link: (row: RowOf<K>, place: number) => string;
  /** Drawn before a row, outside of its link. */
  readonly mark?: (row: RowOf<K>) => ComponentChildren;
  /** Called instead of following the link, to show the row beside the list or below it. */
  readonly choose?: (place: number) => void;
  /** The index of the current row, which is scrolled into sight when it changes. */
  readonly current?: number | undefined;
  readonly classOf?: (row: RowOf<K>) => string;
  readonly empty: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A list of links, and beside it `children`, the details of the chosen row, if given. */
export function Listing<K extends ListName>(props: ListingProps<K>) {
  const { list: { total, error }, empty, children } = props;
  if (total === undefined) return <Loading error={error} />;
  if (total === 0) return <>{empty}</>;
  const rows = <VirtualRows {...props} total={total} />;
  return children === undefined ? rows : <div class="split">{rows}{children}</div>;
}

/** Draws the rows in sight, all of one height. ARIA attributes give each row's index and the total. */
function VirtualRows<K extends ListName>(
  { list, label, name, total, row: draw, mark, link, choose, current, classOf }: ListingProps<K> & {
    readonly total: number;
  },
) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useKept(`place of ${name}`, 0);
  const [boxHeight, setBoxHeight] = useState(800);
  useEffect(() => {
    const element = box.current!;
    const measure = () => {
      if (!element.isConnected) return; // a removed list has the scroll position 0, which must not be kept
      setTop(element.scrollTop);
      setBoxHeight(element.clientHeight);
    };
    element.scrollTop = top;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || current === undefined || current < 0) return;
    const [above, below] = [current * HEIGHT, (current + 1) * HEIGHT];
    if (above < element.scrollTop) element.scrollTop = above;
    else if (below > element.scrollTop + element.clientHeight) {
      element.scrollTop = below - element.clientHeight;
    }
  }, [current]);
  const from = Math.max(0, Math.min(Math.floor(top / HEIGHT), total) - SPARE);
  const to = Math.min(total, Math.ceil((top + boxHeight) / HEIGHT) + SPARE);
  useEffect(() => list.need(from), [from, total]);
  // The list is as high as all its rows together. The padding stands for the rows above the drawn ones.
  const sized = (element: HTMLElement | null) => {
    if (element === null) return;
    element.style.height = `${total * HEIGHT}px`;
    element.style.paddingTop = `${from * HEIGHT}px`;
  };
  const drawRow = (place: number) => {
    const row = list.row(place);
    if (row === undefined) return <span class="row pending" />;
    const drawn = (
      <a
        class={`row ${classOf?.(row) ?? ""}`}
        href={link(row, place)}
        aria-current={place === current ? "true" : undefined}
        onClick={(event) => {
          if (choose === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          choose(place);
          const details = box.current?.nextElementSibling; // below the list on a narrow screen, out of sight
          requestAnimationFrame(() => details?.scrollIntoView({ block: "nearest" }));
        }}
      >
        {draw(row, place)}
      </a>
    );
    return [mark?.(row), drawn];
  };
  return (
    <div class="virtual" ref={box} tabIndex={0} role="region" aria-label={label}>
      <ul class="virtual-rows" ref={sized}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((place) => (
          <li key={place} aria-setsize={total} aria-posinset={place + 1}>
            {drawRow(place)}
          </li>
        ))}
      </ul>
    </div>
  );
}
