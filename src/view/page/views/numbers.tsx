/// <reference lib="dom" />
import { Bars } from "../bars.tsx";
import { Heatmap } from "../heatmap.tsx";
import { categoryName, Empty, Head, Loading, percent, Problem, size } from "../parts.tsx";
import { daysSince, Plot, Table } from "../plot.tsx";
import { type Route, useAnswer } from "../state.ts";

/** Days of the plots; the heatmap has a year. */
const PLOTTED = 90;

/** How much is captured, what comes back and whether it is used, how fast the hooks are, and what it all takes. */
export function Numbers(_: { readonly route: Route }) {
  const { data, error } = useAnswer("numbers");
  if (error !== undefined) return <Problem text={error} />;
  if (data === undefined) return <Loading />;
  const { since, days, shown, hooks, tables, bytes, categories } = data;
  const year = daysSince(since);
  const plotted = year.slice(-PLOTTED);
  const activity = new Map(days.map((day) => [day.day, day]));
  const brought = new Map(shown.map((day) => [day.day, day]));
  const judged = shown.reduce((sum, day) => sum + day.judged, 0);
  const used = shown.reduce((sum, day) => sum + day.used, 0);
  const timed = hooks.filter(({ p50_ms }) => p50_ms !== null);
  return (
    <div class="view">
      <Head title="Numbers">A year of what was captured, brought back and paid for it.</Head>
      {days.length === 0 && (
        <Empty title="Nothing to count yet.">
          Numbers begin with the first session; <code>mneme replay</code> brings in those of before.
        </Empty>
      )}
      <section aria-label="Activity">
        <Heatmap
          title="Activity"
          unit="tool calls and prompts"
          days={year}
          counts={new Map(days.map(({ day, prompts, tools }) => [day, prompts + tools]))}
        />
        <Plot
          title="Captured"
          unit="rows"
          days={plotted}
          series={[
            { name: "tool calls", color: 1, values: plotted.map((day) => activity.get(day)?.tools ?? 0) },
            { name: "prompts", color: 2, values: plotted.map((day) => activity.get(day)?.prompts ?? 0) },
          ]}
        />
      </section>
      <section aria-label="Brought back">
        <Plot
          title="Brought back"
          unit="tokens"
          days={plotted}
          series={[{ name: "tokens", color: 1, values: plotted.map((day) => brought.get(day)?.tokens ?? 0) }]}
        />
        <p class="quiet">
          {judged === 0
            ? "Nothing that was brought back has been judged yet; mneme process does that."
            : `${percent(used / judged)} of ${judged} judged items were used.`}
        </p>
        <Plot
          title="Shown and used"
          unit="items"
          days={plotted}
          series={[
            { name: "judged", color: 2, values: plotted.map((day) => brought.get(day)?.judged ?? 0) },
            { name: "used", color: 1, values: plotted.map((day) => brought.get(day)?.used ?? 0) },
          ]}
        />
      </section>
      <section aria-label="Hooks">
        {timed.length === 0 ? <p class="quiet">No hook has been timed yet.</p> : (
          <Bars
            title="How long hooks take"
            unit="ms: the bar is the median, its line reaches to 19 of 20"
            bars={timed.map(({ name, p50_ms, p95_ms, count }) => ({
              name,
              value: p50_ms ?? 0,
              range: [p50_ms ?? 0, p95_ms ?? 0] as const,
              text: `${p50_ms?.toFixed(1)} / ${p95_ms?.toFixed(1)} ms, ${count.toLocaleString()}`,
            }))}
          />
        )}
        <Table
          title="Hooks"
          head={["Hook", "runs", "p50 ms", "p95 ms", "errors"]}
          rows={hooks.map(({ name, count, p50_ms, p95_ms, errors }) => [name, count, p50_ms, p95_ms, errors])}
        />
      </section>
      <section aria-label="What is kept">
        {categories.length > 0 && (
          <Bars
            title="Memories in use"
            unit="by category"
            bars={categories.map(({ category, count }) => ({
              name: categoryName(category),
              value: count,
              text: count.toLocaleString(),
            }))}
          />
        )}
        <Bars
          title="On the disk"
          unit={`${size(bytes)} in all, by table with its indexes`}
          bars={tables.slice(0, 14).map(({ name, bytes: value }) => ({ name, value, text: size(value) }))}
        />
      </section>
    </div>
  );
}
