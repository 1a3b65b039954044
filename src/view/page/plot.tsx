/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
import { dayName } from "./parts.tsx";

/** One line of a plot. */
export interface Series {
  readonly name: string;
  /** The number of a colour in the style sheet: `--line-1`. */
  readonly color: 1 | 2 | 3 | 4 | 5;
  readonly values: readonly number[];
}

/** The values of a plot, by day. */
export interface PlotData {
  readonly title: string;
  /** The unit of the values: "tool calls", "tokens". */
  readonly unit: string;
  /** All days in order, as `2026-03-01`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** The height of a plot in pixels. */
const HEIGHT = 190;

/** Shows lines over days, the values of the day under the pointer beside the title, and a table with all values. */
export function Plot({ title, unit, days, series }: PlotData) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<number>();
  const [scheme, setScheme] = useState(0);
  useEffect(() => {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setScheme((count) => count + 1);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || days.length === 0) return;
    const style = getComputedStyle(element);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color("--quiet"),
      grid: { stroke: color("--rule"), width: 1 },
      ticks: { show: false },
    };
    const options: UPlot.Options = {
      width: Math.max(240, element.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
      axes: [axis, { ...axis, size: 56 }],
      series: [
        {},
        ...series.map((one) => ({
          label: one.name,
          stroke: color(`--line-${one.color}`),
          fill: `${color(`--line-${one.color}`)}22`,
          width: 1.5,
          points: { show: days.length < 40 },
        })),
      ],
      hooks: { setCursor: [(plot) => setPlace(plot.cursor.idx ?? undefined)] },
    };
    const times = days.map((day) => new Date(`${day}T00:00:00`).getTime() / 1000);
    const plot = new UPlot(options, [times, ...series.map(({ values }) => [...values])], element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(240, element.clientWidth), height: HEIGHT })
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [JSON.stringify([days, series]), scheme]);
  if (series.every(({ values }) => values.every((value) => value === 0))) {
    return (
      <p class="quiet">
        <b>{title}</b>: nothing in the last {days.length} days.
      </p>
    );
  }
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const values = series.map(({ name, values }) => {
    const value = place === undefined ? total(values) : values[place] ?? 0;
    return `${value.toLocaleString()} ${name}`;
  });
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b>{" "}
        <span class="quiet">
          {unit} a day · {place === undefined ? "in all" : dayName(days[place] ?? "")}: {values.join(", ")}
        </span>
      </figcaption>
      <div ref={box} role="img" aria-label={`${title}, ${unit} a day; the table below has the values`} />
      <Table
        title={title}
        head={["Day", ...series.map(({ name }) => name)]}
        rows={days.map((day, i) => [dayName(day), ...series.map(({ values }) => values[i] ?? 0)])}
      />
    </figure>
  );
}

/** Shows the values of a plot as a table. Rows without any value other than 0 are left out. */
export function Table({ title, head, rows }: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}) {
  const shown = rows.filter(([, ...values]) => values.some((value) => value !== 0 && value !== null));
  return (
    <details class="behind">
      <summary>Table of “{title}”</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Values of ${title}`}>
        <table>
          <thead>
            <tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>
            {shown.map(([name, ...values]) => (
              <tr key={String(name)}>
                <th scope="row">{name}</th>
                {values.map((value, i) => (
                  <td key={head[i + 1]} class="number">
                    {typeof value === "number" ? value.toLocaleString() : value ?? "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Returns every day from `since` to today, so that a plot also shows days without values. */
export function daysSince(since: string): string[] {
  const days: string[] = [];
  const start = new Date(since);
  for (let day = new Date(start.getFullYear(), start.getMonth(), start.getDate()); day <= new Date();) {
    days.push(dayOf(day));
    day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  }
  return days;
}

export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
