/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
import { dayName, ScrollTable } from "./parts.tsx";

interface Series {
  readonly name: string;
  /** The number of a colour in the style sheet: `--line-1`. */
  readonly color: 1 | 2 | 3 | 4 | 5;
  readonly values: readonly number[];
}

/** The values of a plot, by day. */
interface PlotData {
  readonly title: string;
  /** The unit of the values: "tool calls", "tokens". */
  readonly unit: string;
  /** All days in order, as `2026-03-01`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

const PLOT_HEIGHT = 190;

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
    const color = (name: string) => {
      element.style.color = `var(${name})`;
      return getComputedStyle(element).color; // because a canvas accepts no CSS variables
    };
    const axis = {
      stroke: color("--quiet"),
      grid: { stroke: color("--rule"), width: 1 },
      ticks: { show: false },
    };
    const options: UPlot.Options = {
      width: Math.max(240, element.clientWidth),
      height: PLOT_HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
      axes: [axis, { ...axis, size: 56 }],
      series: [
        {},
        ...series.map((one) => ({
          label: one.name,
          stroke: color(`--line-${one.color}`),
          fill: `color-mix(in srgb, ${color(`--line-${one.color}`)} 13%, transparent)`,
          width: 1.5,
          points: { show: days.length < 40 },
        })),
      ],
      hooks: { setCursor: [(plot) => setPlace(plot.cursor.idx ?? undefined)] },
    };
    const times = days.map((day) => new Date(`${day}T00:00:00`).getTime() / 1000);
    const plot = new UPlot(options, [times, ...series.map(({ values }) => [...values])], element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(240, element.clientWidth), height: PLOT_HEIGHT })
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
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b>{" "}
        <span class="quiet">
          {unit} a day · {place === undefined ? "in all" : dayName(days[place] ?? "")}:<PlotValues
            series={series}
            place={place}
          />
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

/** Shows the values of a day, or the sums of all days, in the colours of their lines. */
function PlotValues(
  { series, place }: { readonly series: readonly Series[]; readonly place: number | undefined },
) {
  return series.map(({ name, color, values }) => (
    <b
      key={name}
      ref={(element) => void element?.style.setProperty("color", `var(--line-${color})`)}
    >
      {" "}
      {(place === undefined ? values.reduce((sum, value) => sum + value, 0) : values[place] ?? 0)
        .toLocaleString()} {name}
    </b>
  ));
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The value as text, to the right of the bar. */
  readonly text: string;
  /** The least and the greatest value, in the same unit. */
  readonly range?: readonly [number, number] | undefined;
}

/** The width of a full bar, in pixels. */
const BAR_WIDTH = 320;

/** Shows a table of rows with a bar or a dot, and with a range if given. */
export function Bars({ title, unit, bars, most, mark }: {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** The value of a bar of full width; the largest value unless given. */
  readonly most?: number;
  readonly mark?: "bar" | "dot";
}) {
  const whole = most ?? Math.max(...bars.map(({ value, range }) => range?.[1] ?? value), 1e-9);
  const x = (value: number) => 6 + (BAR_WIDTH - 12) * Math.min(1, value / whole);
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}</span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table class="bars">
          <tbody>
            {bars.map(({ name, value, text, range }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <svg width={BAR_WIDTH} height={12} aria-hidden="true">
                    <line class="track" x1={x(0)} x2={x(whole)} y1={6} y2={6} />
                    {range && <line class="range" x1={x(range[0])} x2={x(range[1])} y1={6} y2={6} />}
                    {mark === "dot" ? <circle cx={x(value)} cy={6} r={5.5} /> : (
                      <rect
                        x={x(0)}
                        width={Math.max(value > 0 ? 2 : 0, x(value) - x(0))}
                        height={12}
                        rx={3}
                      />
                    )}
                  </svg>
                </td>
                <td class="quiet">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Sizes in pixels: the square of a day, a square with its gap, and the margins for the names of days and months. */
const CELL = 13;
const STEP = 16;
const LEFT = 30;
const TOP = 18;
/** The opacities of days: without any count, and of the four quarters of days with a count. */
const SHADES = [0.1, 0.3, 0.5, 0.75, 1];

/** Shows a year as columns of weeks. The darker a day, the greater its count. */
export function Heatmap({ title, unit, days, counts }: {
  readonly title: string;
  readonly unit: string;
  readonly days: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}) {
  const first = new Date(`${days[0]}T00:00:00`);
  const shift = (first.getDay() + 6) % 7; // weeks begin on Monday
  const weeks = Math.ceil((days.length + shift) / 7);
  const all = [...counts.values()].filter((count) => count > 0).sort((a, b) => a - b);
  const limits = Array.from(
    { length: 3 },
    (_, i) => all[Math.floor(all.length * (i + 1) / 4)] ?? 1,
  );
  const shade = (count: number) => count === 0 ? 0 : 1 + limits.filter((limit) => count >= limit).length;
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}; each square is a day</span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title} ref={toNewest}>
        <svg
          class="heatmap"
          role="img"
          aria-label={`${title}; the table below has the values`}
          width={LEFT + weeks * STEP}
          height={TOP + 7 * STEP}
        >
          {days.map((day, i) =>
            day.endsWith("-01") && (
              <text key={day} x={LEFT + Math.floor((i + shift) / 7) * STEP} y={11}>
                {new Date(`${day}T00:00:00`).toLocaleString(undefined, { month: "short" })}
              </text>
            )
          )}
          {["Mon", "Wed", "Fri"].map((name, i) => (
            <text key={name} x={0} y={TOP + i * 2 * STEP + 10}>{name}</text>
          ))}
          {days.map((day, i) => (
            <rect
              key={day}
              fill-opacity={SHADES[shade(counts.get(day) ?? 0)]}
              x={LEFT + Math.floor((i + shift) / 7) * STEP}
              y={TOP + ((i + shift) % 7) * STEP}
              width={CELL}
              height={CELL}
              rx={3}
            >
              <title>{`${dayName(day)}: ${(counts.get(day) ?? 0).toLocaleString()} ${unit}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <Table
        title={title}
        head={["Day", unit]}
        rows={days.map((day) => [dayName(day), counts.get(day) ?? 0])}
      />
    </figure>
  );
}

/** Scrolls to the last weeks, because a narrow screen does not show the whole year. */
function toNewest(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

/** Shows the values of a chart as a table. Rows without any value other than 0 are left out. */
export function Table({ title, head, rows }: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}) {
  const shown = rows.filter(([, ...values]) => values.some((value) => value !== 0 && value !== null));
  return (
    <details class="behind">
      <summary>Table of “{title}”</summary>
      <ScrollTable label={`Values of ${title}`} head={head}>
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
