/// <reference lib="dom" />
import { Table } from "./plot.tsx";

/** A row of a bar chart. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The value as text, to the right of the bar. */
  readonly text: string;
  /** The least and the greatest value, in the same unit. */
  readonly range?: readonly [number, number] | undefined;
}

/** Sizes in pixels: the chart, the columns of names and of texts, and the height of a row. */
const WIDTH = 640;
const NAMES = 170;
const TEXTS = 150;
const ROW = 26;

/** Shows rows with a bar, or with a dot and a range, and below them a table with the same values. */
export function Bars({ title, unit, bars, most, mark }: {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** The value of a bar of full width; the largest value unless given. */
  readonly most?: number;
  readonly mark?: "bar" | "dot";
}) {
  const whole = most ?? Math.max(...bars.map(({ value, range }) => range?.[1] ?? value), 1e-9);
  const x = (value: number) => NAMES + (WIDTH - NAMES - TEXTS) * Math.min(1, value / whole);
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b> <span class="quiet">{unit}</span>
      </figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <svg
          class="bars"
          role="img"
          aria-label={`${title}; the table below has the values`}
          viewBox={`0 0 ${WIDTH} ${bars.length * ROW + 4}`}
          width={WIDTH}
        >
          {bars.map(({ name, value, text, range }, i) => {
            const y = i * ROW + ROW / 2;
            return (
              <g key={name}>
                <title>{`${name}: ${text}`}</title>
                <text x={0} y={y + 4}>{name.length > 24 ? `${name.slice(0, 23)}…` : name}</text>
                <line class="track" x1={NAMES} x2={x(whole)} y1={y} y2={y} />
                {range && <line class="range" x1={x(range[0])} x2={x(range[1])} y1={y} y2={y} />}
                {mark === "dot" ? <circle cx={x(value)} cy={y} r={5.5} /> : (
                  <rect
                    x={NAMES}
                    y={y - 6}
                    width={Math.max(value > 0 ? 2 : 0, x(value) - NAMES)}
                    height={12}
                    rx={3}
                  />
                )}
                <text class="quiet" x={WIDTH - TEXTS + 10} y={y + 4}>{text}</text>
              </g>
            );
          })}
        </svg>
      </div>
      <Table title={title} head={["", unit]} rows={bars.map(({ name, text }) => [name, text])} />
    </figure>
  );
}
