/// <reference lib="dom" />
import { clock, dayName, ScrollTable } from "./parts.tsx";

/** The values of a kind for each day. */
interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Sizes in pixels: of the columns, and of the margin around them, which has the names of days. */
const HEIGHT = 160;
const MARGIN = 20;
/** The width of all columns; a column of few days is not wider than the other number. */
const WIDTH = 1060;
const MOST_WIDE = 16;
/** The number of days with a name below their column. */
const NAMED = 8;

/** Shows a column for each day, with a part for each series, and a table with all values. */
export function Columns({ title, unit, days, series }: {
  readonly title: string;
  /** The unit of the values: "tokens". */
  readonly unit: string;
  /** All days in order, as `2026-03-01`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}) {
  const valuesOf = (i: number) => series.map(({ values }) => values[i] ?? 0);
  const most = Math.max(1, ...days.map((_day, i) => sumOf(valuesOf(i))));
  const wide = Math.min(MOST_WIDE, WIDTH / days.length);
  const y = (value: number) => MARGIN + HEIGHT * (1 - value / most);
  return (
    <figure>
      <figcaption>
        <b>{title}</b>{" "}
        <span class="quiet">
          {unit} a day, {most.toLocaleString()} at most; in all:
          {series.map(({ name, values }, line) => (
            <span key={name}>
              {" "}
              <svg class="days" width={12} height={12} aria-hidden="true">
                <rect width={12} height={12} fill={colorOf(line)} />
              </svg>{" "}
              {sumOf(values).toLocaleString()} {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title} ref={toNewest}>
        <svg
          class="days"
          role="img"
          aria-label={`${title}; the table below has the values`}
          width={2 * MARGIN + days.length * wide}
          height={2 * MARGIN + HEIGHT}
        >
          {days.map((day, i) => (
            <g key={day}>
              <title>{`${dayName(day)}: ${sumOf(valuesOf(i)).toLocaleString()} ${unit}`}</title>
              {i % Math.ceil(days.length / NAMED) === 0 && (
                <text x={MARGIN + i * wide} y={2 * MARGIN + HEIGHT - 4}>
                  {clock(`${day}T00:00:00`, false)}
                </text>
              )}
              <rect x={MARGIN + i * wide} y={MARGIN} width={wide} height={HEIGHT} fill="transparent" />
              {valuesOf(i).map((value, line, values) => (
                <rect
                  key={line}
                  fill={colorOf(line)}
                  x={MARGIN + i * wide}
                  y={y(sumOf(values.slice(0, line + 1)))}
                  width={wide * 0.8}
                  height={y(0) - y(value)}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <Table
        title={title}
        head={["Day", ...series.map(({ name }) => name)]}
        rows={days.map((day, i) => [dayName(day), ...valuesOf(i)])}
      />
    </figure>
  );
}

function colorOf(line: number): string {
  return `var(--line-${line + 1})`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Scrolls to the last days, because a narrow screen does not show the whole year. */
function toNewest(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

/** Shows rows with a bar and a text; a bar of value 1 has full width. */
export function Bars({ title, unit, bars }: {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly text: string }[];
}) {
  return (
    <figure>
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}</span>
      </figcaption>
      <ScrollTable label={title} head={[]}>
        {bars.map(({ name, value, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <meter min={0} max={1} value={value} aria-label={`${name}: ${text}`} />
            </td>
            <td class="quiet">{text}</td>
          </tr>
        ))}
      </ScrollTable>
    </figure>
  );
}

/** Shows the values of a chart as a table. Rows without any value other than 0 are left out. */
function Table({ title, head, rows }: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}) {
  const shown = rows.filter(([, ...values]) => values.some((value) => value !== 0));
  return (
    <details class="quiet">
      <summary>Table of “{title}”</summary>
      <ScrollTable label={`Values of ${title}`} head={head}>
        {shown.map(([name, ...values]) => (
          <tr key={String(name)}>
            <th scope="row">{name}</th>
            {values.map((value, i) => <td key={head[i + 1]} class="number">{value.toLocaleString()}</td>)}
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}

/** Returns every day from `since` to today, so that a plot also shows days without values. */
export function daysSince(since: string): string[] {
  const days: string[] = [];
  const start = new Date(since);
  for (let day = new Date(start.getFullYear(), start.getMonth(), start.getDate()); day <= new Date();) {
    days.push(day.toLocaleDateString("sv")); // `2026-03-01`
    day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  }
  return days;
}
