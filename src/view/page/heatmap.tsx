/// <reference lib="dom" />
import { dayName } from "./parts.tsx";
import { Table } from "./plot.tsx";

/** Sizes in pixels. */
const CELL = 13;
const GAP = 3;
const STEP = CELL + GAP;
const LEFT = 30;
const TOP = 18;
const SHADES = 4;

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
    { length: SHADES - 1 },
    (_, i) => all[Math.floor(all.length * (i + 1) / SHADES)] ?? 1,
  );
  const shade = (count: number) => count === 0 ? 0 : 1 + limits.filter((limit) => count >= limit).length;
  const months = days.flatMap((day, i) => day.endsWith("-01") ? [{ i, name: monthName(day) }] : []);
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit} a day, each square a day</span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title} ref={toNewest}>
        <svg
          class="heatmap"
          role="img"
          aria-label={`${title}: ${unit} by day; the table below has the values`}
          width={LEFT + weeks * STEP}
          height={TOP + 7 * STEP}
        >
          {months.map(({ i, name }) => (
            <text key={i} x={LEFT + Math.floor((i + shift) / 7) * STEP} y={11}>{name}</text>
          ))}
          {["Mon", "Wed", "Fri"].map((name, i) => (
            <text key={name} x={0} y={TOP + i * 2 * STEP + 10}>{name}</text>
          ))}
          {days.map((day, i) => (
            <rect
              key={day}
              class={`shade-${shade(counts.get(day) ?? 0)}`}
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

/** Scrolls to the last weeks, as a narrow screen does not show the whole year. */
function toNewest(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

function monthName(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleString(undefined, { month: "short" });
}
