/// <reference lib="dom" />
import type { Answers } from "../../api.ts";
import { ActionButton } from "../action_list.tsx";
import { Bars, daysSince, Heatmap, Plot, Table } from "../charts.tsx";
import {
  amount,
  categoryName,
  Empty,
  Figure,
  Head,
  ItemLink,
  Loading,
  percent,
  ScrollTable,
  size,
} from "../parts.tsx";
import { useAnswer } from "../state.ts";

type Data = { readonly data: Answers["numbers"] };

const PLOTTED = 90;

/**
 * Shows the costs and the benefits of tellings; then the amount of captures, the latency of hooks, and the size of the
 * database.
 */
export function Numbers() {
  const { data, error } = useAnswer("numbers");
  if (data === undefined) return <Loading error={error} />;
  return (
    <div class="view">
      <Head title="Numbers">
        What telling agents cost in the last 30 days, what came of it, and a year of work.
      </Head>
      {data.days.length === 0 && (
        <Empty title="Nothing to count yet.">
          Numbers begin with the first session; <code>mneme replay</code> brings in those of before.
        </Empty>
      )}
      {data.worth.moments.length > 0 && <Worth data={data} />}
      <Activity data={data} />
      <Hooks data={data} />
      <Kept data={data} />
    </div>
  );
}

function Worth({ data: { worth } }: Data) {
  const { moments, seconds, done, days, since } = worth;
  const month = daysSince(since);
  const tokens = moments.reduce((sum, one) => sum + one.tokens, 0);
  const items = moments.reduce((sum, one) => sum + one.items, 0);
  const took = (moment: string) =>
    seconds.find((one) => one.moment === moment || one.moment.split(" or ").includes(moment))?.seconds ?? 0;
  return (
    <section aria-labelledby="worth">
      <h2 id="worth">What mneme did this month</h2>
      <ul class="figures" aria-label="This month">
        <Figure value={tokens.toLocaleString()} noun="tokens told" />
        <Figure
          value={percent(items === 0 ? 0 : done.opened / items)}
          noun={`of ${amount(items, "item")} opened`}
        />
        <Figure
          value={`${done.cures_followed} of ${done.cures_told}`}
          noun="failures whose cure came back and was followed"
        />
        <Figure value={done.saved.toLocaleString()} noun="memories saved" />
        <Figure value={done.predictions.toLocaleString()} noun="predictions decided" />
      </ul>
      <ScrollTable
        label="Told, by moment"
        head={["Told at", "Times", "Tokens", "Items", "Opened", "Share opened", "Seconds of hooks"]}
      >
        {moments.map(({ moment, tellings, tokens, items, opened }) => (
          <tr key={moment}>
            <th scope="row">{moment}</th>
            {[tellings, tokens, items, opened].map((value, i) => (
              <td key={i} class="number">{value.toLocaleString()}</td>
            ))}
            <td class="number">{percent(items === 0 ? 0 : opened / items)}</td>
            <td class="number">{took(moment).toFixed(1)}</td>
          </tr>
        ))}
      </ScrollTable>
      <p class="quiet">
        Rules are told whole and need not be opened, and what is told at a file or a failure is whole, too:
        for these the share says little. A file and a failure share their hooks, and so their seconds.
      </p>
      <Plot
        title="Told, by moment"
        unit="tokens"
        days={month}
        series={moments.map(({ moment }, i) => ({
          name: moment,
          color: (i + 1) as 1 | 2 | 3 | 4 | 5,
          values: month.map((day) =>
            days.find((one) => one.day === day && one.moment === moment)?.tokens ?? 0
          ),
        }))}
      />
      <Idle data={worth.idle} />
    </section>
  );
}

/** Shows the memories with the most tokens whose title was printed and that no agent has opened. */
function Idle({ data }: { readonly data: Answers["numbers"]["worth"]["idle"] }) {
  if (data.length === 0) return null;
  return (
    <>
      <h2>Told by title and never opened</h2>
      <p class="quiet">A title may do its work unopened; one that does not is better forgotten.</p>
      <ul class="cards">
        {data.map(({ id, title, tokens, sessions }) => (
          <li key={id} class="row-head">
            <ItemLink id={id}>{title}</ItemLink>
            <span class="quiet">
              {id} · about {amount(tokens, "token")} in {amount(sessions, "session")}
            </span>
            <ActionButton verb="forget" body={{ ids: [id] }} class="danger" label={`Forget ${id}`}>
              Forget
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Activity({ data: { since, days } }: Data) {
  const year = daysSince(since);
  const plotted = year.slice(-PLOTTED);
  const known = new Map(days.map((day) => [day.day, day]));
  return (
    <section aria-label="What was captured">
      <Heatmap
        title="Activity"
        unit="tool calls and prompts of the sessions begun that day"
        days={year}
        counts={new Map(days.map(({ day, prompts, tools }) => [day, prompts + tools]))}
      />
      <Plot
        title="Captured"
        unit="rows, by the day on which their session began"
        days={plotted}
        series={[
          { name: "tool calls", color: 1, values: plotted.map((day) => known.get(day)?.tools ?? 0) },
          { name: "prompts", color: 2, values: plotted.map((day) => known.get(day)?.prompts ?? 0) },
        ]}
      />
    </section>
  );
}

function Hooks({ data: { hooks } }: Data) {
  const timed = hooks.filter(({ p50_ms }) => p50_ms !== null);
  return (
    <section aria-label="How fast it is">
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
  );
}

function Kept({ data: { categories, tables, bytes } }: Data) {
  return (
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
      {bytes > 0 && (
        <Bars
          title="On the disk"
          unit={`${size(bytes)} in all, by table with its indexes`}
          bars={tables.slice(0, 14).map(({ name, bytes: value }) => ({ name, value, text: size(value) }))}
        />
      )}
    </section>
  );
}
