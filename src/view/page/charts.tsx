/// <reference lib="dom" />
// The charts of the views, as SVG. A chart of days also has a table of its values, for screen readers.
import { dayName, ScrollTable, shortDay } from "./parts.tsx";
import { goTo, linkTo } from "./state.ts";

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Sizes in pixels: the height of the columns, and the margin for the names of days. */
const HEIGHT = 160;
const MARGIN = 20;
/** The width in pixels of all columns, and of one column at most. */
const WIDTH = 1060;
const MOST_WIDE = 16;
/** The most days whose name is below their column, and the width in pixels that a name takes with its gap. */
const NAMED = 8;
const NAME_WIDTH = 58;

/** A column for each day, with a part for each series. A hover anywhere above a day names the day and its sum. */
export function Columns({ title, unit, days, series }: {
  readonly title: string;
  readonly unit: string;
  /** All days in order, as `2026-03-01`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}) {
  const valuesOf = (i: number) => series.map(({ values }) => values[i] ?? 0);
  const most = Math.max(0, ...days.map((_day, i) => sumOf(valuesOf(i))));
  const wide = Math.min(MOST_WIDE, WIDTH / days.length);
  const y = (value: number) => MARGIN + HEIGHT * (1 - value / (most || 1));
  const step = Math.max(Math.ceil(days.length / NAMED), Math.ceil(NAME_WIDTH / wide)); // from a name to the next
  const lastNamed = days.length - 1 - (days.length - 1) % step;
  return (
    <figure>
      <figcaption>
        <b>{title}</b>{" "}
        <span class="quiet">
          {unit} a day, {most.toLocaleString()} at most; in all:
          {series.map(({ name, values }, index) => (
            <span key={name}>
              {" "}
              <svg class="days" width={12} height={12} aria-hidden="true">
                <rect width={12} height={12} fill={colorOf(index)} />
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
          width={MARGIN + Math.max(days.length * wide + MARGIN, lastNamed * wide + NAME_WIDTH)}
          height={2 * MARGIN + HEIGHT}
        >
          {days.map((day, i) => (
            <g key={day}>
              <title>{`${dayName(day)}: ${sumOf(valuesOf(i)).toLocaleString()} ${unit}`}</title>
              {i % step === 0 && (
                <text x={MARGIN + i * wide} y={2 * MARGIN + HEIGHT - 4}>
                  {shortDay(new Date(`${day}T00:00:00`))}
                </text>
              )}
              <rect x={MARGIN + i * wide} y={MARGIN} width={wide} height={HEIGHT} fill="transparent" />
              {valuesOf(i).map((value, index, values) => (
                <rect
                  key={index}
                  fill={colorOf(index)}
                  x={MARGIN + i * wide}
                  y={y(sumOf(values.slice(0, index + 1)))}
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
        rows={days.map((day, i) => [day, ...valuesOf(i)])}
      />
    </figure>
  );
}

function colorOf(index: number): string {
  return `var(--line-${index % 5 + 1})`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Scrolls to the last days; a narrow screen does not show the whole year. */
function toNewest(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

/** Sizes in pixels: the square of a day, the square with its gap, and the margin for the names of days. */
const CELL = 13;
const STEP = 16;
const LEFT = 30;
/** The opacities of days: without a count, then of each quarter of the other days, the least counts first. */
const SHADES = [0.1, 0.3, 0.5, 0.75, 1];

function sessionsOf(day: string): string {
  return linkTo("sessions", undefined, { day });
}

/** Days as squares in columns of weeks; a stronger colour means a greater count. A click opens the day's sessions. */
export function Heatmap({ title, unit, days, counts }: {
  readonly title: string;
  readonly unit: string;
  readonly days: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}) {
  const shift = (new Date(`${days[0]}T00:00:00`).getDay() + 6) % 7; // weeks begin on Monday
  const x = (i: number) => LEFT + Math.floor((i + shift) / 7) * STEP;
  const y = (weekday: number) => MARGIN + (weekday % 7) * STEP; // 0 is Monday
  const all = [...counts.values()].filter((count) => count > 0).sort((a, b) => a - b);
  const limits = [1, ...[1, 2, 3].map((quarter) => all[Math.floor(all.length * quarter / 4)] ?? 1)];
  return (
    <figure>
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}; each square is a day</span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title} ref={toNewest}>
        <svg
          class="days"
          role="img"
          aria-label={`${title}; the table below has the values`}
          width={x(days.length - 1) + STEP}
          height={MARGIN + 7 * STEP}
        >
          {["Mon", "Wed", "Fri"].map((name, i) => <text key={name} y={y(2 * i) + 10}>{name}</text>)}
          {days.map((day, i) => {
            const count = counts.get(day) ?? 0;
            return (
              <g key={day}>
                <title>{`${dayName(day)}: ${count.toLocaleString()} ${unit}`}</title>
                {day.endsWith("-01") && <text x={x(i)} y={12}>{monthName(day)}</text>}
                <rect
                  fill={colorOf(0)}
                  fill-opacity={SHADES[limits.filter((limit) => count >= limit).length]}
                  x={x(i)}
                  y={y(i + shift)}
                  width={CELL}
                  height={CELL}
                  rx={3}
                  class="day"
                  onClick={() => goTo(sessionsOf(day))}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <Table
        title={title}
        head={["Day", unit]}
        rows={days.map((day) => [day, counts.get(day) ?? 0])}
      />
    </figure>
  );
}

function monthName(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleString(undefined, { month: "short" });
}

/** A value with the range around it, in the same unit, and both in words (`text`). */
interface Ranged {
  readonly name: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
  readonly text: string;
}

/** The width in pixels of a line from 0 to the largest value, and the margin at its ends. */
const LINE = 308;
const DOT = 6;

/** A row for each value: a dot, a line for its range, and both in words. */
export function Ranges({ title, unit, rows, most }: {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Ranged[];
  readonly most: number;
}) {
  const x = (value: number) => DOT + LINE * Math.min(1, value / (most || 1));
  return (
    <figure>
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}</span>
      </figcaption>
      <ScrollTable label={title} head={[]}>
        {rows.map(({ name, value, range, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg class="range" width={LINE + 2 * DOT} height={2 * DOT} aria-hidden="true">
                <line x1={x(0)} x2={x(most)} y1={DOT} y2={DOT} />
                <line class="from-to" x1={x(range[0])} x2={x(range[1])} y1={DOT} y2={DOT} />
                <circle cx={x(value)} cy={DOT} r={DOT - 0.5} />
              </svg>
            </td>
            <td class="quiet">{text}</td>
          </tr>
        ))}
      </ScrollTable>
    </figure>
  );
}

/** The values of a chart, by day. Days that have only zeros are left out. */
function Table({ title, head, rows }: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly [day: string, ...values: readonly number[]])[];
}) {
  const shown = rows.filter(([, ...values]) => values.some((value) => value !== 0));
  return (
    <details class="quiet">
      <summary>Table of “{title}”</summary>
      <ScrollTable label={`Values of ${title}`} head={head}>
        {shown.map(([day, ...values]) => (
          <tr key={day}>
            <th scope="row">
              <a href={sessionsOf(day)}>{dayName(day)}</a>
            </th>
            {values.map((value, i) => <td key={head[i + 1]} class="number">{value.toLocaleString()}</td>)}
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}
