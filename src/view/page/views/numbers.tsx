/// <reference lib="dom" />
// The view Numbers: 30 days of tokens told and items opened, memories never opened, a year of work, hooks' times.
import { nounFor, sizeText } from "../../../base/amounts.ts";
import type { Answers } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { Columns, Heatmap, Ranges } from "../charts.tsx";
import { amount, Empty, Figures, Head, ItemLink, Loading, percent, ScrollTable, Section } from "../parts.tsx";
import { useAnswer, useShared } from "../state.ts";

type Data = { readonly data: Answers["numbers"] };
const nameOf = (moment: string) => moment === "helper" ? "subagent" : moment;

export function Numbers() {
  const { data, error } = useAnswer("numbers");
  if (data === undefined) return <Loading error={error} />;
  return (
    <div class="view">
      <Head title="Numbers">
        The tokens that agents were told in the last 30 days, the items that they opened, and a year of work.
      </Head>
      {data.days.length === 0 && (
        <Empty title="Nothing to count yet.">
          Numbers begin with the first session; <code>mneme replay</code> adds earlier sessions.
        </Empty>
      )}
      {data.worth.moments.length > 0 && <Worth data={data} />}
      <Idle data={data} />
      <Activity data={data} />
      <Hooks data={data} />
      {data.bytes > 0 && <p>The database takes {sizeText(data.bytes)} on the disk.</p>}
    </div>
  );
}

function Worth({ data: { worth, month } }: Data) {
  const { moments, done, days } = worth;
  const tokens = moments.reduce((sum, one) => sum + one.tokens, 0);
  const titles = moments.reduce((sum, one) => sum + one.titles, 0);
  const opened = moments.reduce((sum, one) => sum + one.titles_opened, 0);
  return (
    <Section title="The last 30 days">
      <Figures
        label="The last 30 days"
        figures={[
          [tokens, `${nounFor(tokens, "token")} told`],
          ...titles === 0
            ? []
            : [[percent(opened / titles), `of ${amount(titles, "item")} told by title opened`] as const],
          [`${done.cures_followed} of ${done.cures_told}`, "known fixes followed after a failure"],
          [done.saved, `${nounFor(done.saved, "memory")} saved`],
          [done.predictions, `${nounFor(done.predictions, "prediction")} decided`],
        ]}
      />
      <ScrollTable
        label="Told, by moment"
        head={["Told at", "Times", "Tokens", "Items", "By title", "Of these opened", "Share"]}
      >
        {moments.map(({ moment, tellings, tokens, items, titles, titles_opened }) => (
          <tr key={moment}>
            <th scope="row">{nameOf(moment)}</th>
            {[tellings, tokens, items, titles, titles_opened].map((value, i) => (
              <td key={i} class="number">{value.toLocaleString()}</td>
            ))}
            <td class="number">{titles === 0 ? "–" : percent(titles_opened / titles)}</td>
          </tr>
        ))}
      </ScrollTable>
      <p class="quiet">
        Only what is told by title alone needs to be opened. Rules and short memories are told in full, as is
        everything at a file or a failure.
      </p>
      <Columns
        title="Tokens by moment"
        unit="tokens"
        days={month}
        series={moments.map(({ moment }) => ({
          name: nameOf(moment),
          values: month.map((day) =>
            days.find((one) => one.day === day && one.moment === moment)?.tokens ?? 0
          ),
        }))}
      />
    </Section>
  );
}

/** The memories that cost the most tokens as titles and that no agent has opened. */
function Idle({ data: { worth: { idle } } }: Data) {
  const { actions } = useShared();
  const leaving = leavingIds(actions);
  // The numbers are not asked for again after each change, as they take long.
  const gone = new Set(actions.filter(({ state }) => state === "done").flatMap(({ ids }) => ids));
  const left = idle.filter(({ id }) => !gone.has(id));
  if (left.length === 0) return null;
  return (
    <Section title="Told by title and never opened">
      <p class="quiet">Forget those whose title alone does not help.</p>
      <ul class="cards">
        {left.map(({ id, title, tokens, sessions }) => (
          <li key={id} class="row-head">
            <ItemLink id={id}>{title}</ItemLink>
            <span class="quiet">
              {id} · about {amount(tokens, "token")} in {amount(sessions, "session")}
            </span>
            <ActionButton
              verb="forget"
              body={{ ids: [id] }}
              class="danger"
              label={`Forget ${id}`}
              disabled={leaving.has(id)}
            >
              Forget
            </ActionButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Activity({ data: { year, days } }: Data) {
  return (
    <Heatmap
      title="Activity"
      unit="tool calls and prompts, by the day on which their session began"
      days={year}
      counts={new Map(days.map(({ day, prompts, tools }) => [day, prompts + tools]))}
    />
  );
}

function Hooks({ data: { hooks } }: Data) {
  const ran = hooks.filter(({ count, errors }) => count + errors > 0);
  if (ran.length === 0) return COPY === undefined ? <p class="quiet">No hook has been timed yet.</p> : null;
  return (
    <Ranges
      title="Time that hooks take"
      unit="ms: the dot is the median; the line ends at the 95th percentile"
      most={Math.max(...ran.map(({ p95_ms }) => p95_ms ?? 0))}
      rows={ran.map(({ name, p50_ms, p95_ms, count, errors }) => ({
        name,
        value: p50_ms ?? 0,
        range: [0, p95_ms ?? 0] as const,
        text: `${p50_ms?.toFixed(1) ?? "–"} / ${p95_ms?.toFixed(1) ?? "–"} ms, ${amount(count, "run")}${
          errors > 0 ? `, ${amount(errors, "error")}` : ""
        }`,
      }))}
    />
  );
}
