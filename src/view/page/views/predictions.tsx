/// <reference lib="dom" />
// The view Predictions: what agents predicted, what came of it, and the lessons.
import type { Answers } from "../../../cli/view/reads.ts";
import { Ranges } from "../charts.tsx";
import {
  Age,
  amount,
  Empty,
  Figures,
  Head,
  ItemLink,
  Loading,
  percent,
  Removal,
  Section,
} from "../parts.tsx";
import { type Route, useAnswer } from "../state.ts";

const SAID: Readonly<Record<string, string>> = {
  pass: "“it will pass”",
  fail: "“it will fail”",
  either: "“it may pass or fail”",
};
const COLOURS: Readonly<Record<string, string>> = { confirmed: "good", falsified: "bad" };

export function Predictions({ route }: { readonly route: Route }) {
  const { data, error } = useAnswer("predictions", {}, "live");
  if (data === undefined) return <Loading error={error} />;
  const { totals, said, domains, strategies, entries } = data;
  const { rate, confirmed, falsified, abandoned, active } = totals;
  const decided = confirmed + falsified;
  const total = decided + abandoned + active;
  const all = entries.length < total
    ? `The newest ${entries.length.toLocaleString()} of ${total.toLocaleString()}`
    : "All of them";
  const isWhole = route.id === undefined;
  const shown = route.id === undefined ? entries : entries.filter(({ id }) => id === route.id);
  return (
    <div class="view">
      <Head title="Predictions">
        Agents say what will happen before they try something. mneme compares it with what happens.
      </Head>
      {entries.length === 0 && (
        <Empty title="No prediction yet.">
          An agent makes one with the tool <code>start_ghap</code>{" "}
          before it tries something. The next test run decides it.
        </Empty>
      )}
      {entries.length > 0 && (
        <Figures
          label="Counts"
          figures={[
            [rate === null ? "–" : percent(rate), `came true of ${decided.toLocaleString()}`],
            [confirmed, "confirmed"],
            [falsified, "falsified"],
            [abandoned, "abandoned"],
            [active, "open"],
          ]}
        />
      )}
      {decided > 0 && isWhole && <Calibration said={said} domains={domains} strategies={strategies} />}
      {entries.length > 0 && shown.length === 0 && (
        <Empty title={`Prediction ${route.id} is not shown.`}>
          It was removed, is one of another project, or is too old for this page.
        </Empty>
      )}
      {shown.length > 0 && (
        <Section title={isWhole ? all : `Prediction ${route.id}`}>
          <ul class="cards">{shown.map((entry) => <Entry key={entry.id} entry={entry} />)}</ul>
          {!isWhole && <Removal id={route.id} />}
        </Section>
      )}
    </div>
  );
}

type Predicted = Answers["predictions"];

function Calibration({ said, domains, strategies }: Pick<Predicted, "said" | "domains" | "strategies">) {
  const named = said.map((one) => ({ ...one, name: SAID[one.name] ?? "" }));
  const all = { "Said, and came true": named, "By kind of work": domains, "By strategy": strategies };
  const groups = Object.entries(all).map(([title, counts]) => ({ title, rows: rowsOf(counts) }))
    .filter(({ rows }) => rows.length > 0);
  const several = groups.filter(({ rows }) => rows.length > 1); // one row says the same as the counts above
  return (
    <Section title="Calibration">
      <p class="quiet">
        The dot is the share that came true; the line is where the true share lies in 19 of 20 cases, as few
        predictions tell little.
      </p>
      {(several.length > 0 ? several : groups.slice(0, 1)).map(({ title, rows }) => (
        <Ranges key={title} title={title} unit="share of what was decided" most={1} rows={rows} />
      ))}
    </Section>
  );
}

function Entry({ entry }: { readonly entry: Predicted["entries"][number] }) {
  const { id, status, domain, goal, prediction, expected, result, lesson, tier, session, created_at } = entry;
  return (
    <li>
      <p class="row-head">
        <ItemLink id={id} />
        <span class={`outcome ${COLOURS[status] ?? ""}`}>{status === "active" ? "open" : status}</span>
        <span class="quiet">
          {domain}
          {tier && `, ${tier}`} · <Age at={created_at} />
          {session && (
            <>
              {" "}· <ItemLink id={session} />
            </>
          )}
        </span>
      </p>
      <p>
        <b>{goal}</b>
      </p>
      <p>
        {prediction} {expected && <span class="quiet">(expects {expected})</span>}
      </p>
      {result && <p>Result: {result}</p>}
      {lesson && <p>Learned: {lesson}</p>}
    </li>
  );
}

function rowsOf(counts: Predicted["domains"]) {
  return counts.filter(({ confirmed, falsified }) => confirmed + falsified > 0).map(
    ({ name, confirmed, falsified }) => {
      const total = confirmed + falsified;
      const value = confirmed / total;
      const range = interval(value, total);
      return {
        name: name || "not said",
        value,
        range,
        text: `${percent(value)} of ${amount(total, "prediction")}; ${range.map(percent).join(" to ")}`,
      };
    },
  );
}

/** Returns Wilson's 95 % interval of a share. It stays within 0 and 1 even for few predictions. */
function interval(share: number, total: number): readonly [number, number] {
  const z = 1.96;
  const centre = (share + z * z / (2 * total)) / (1 + z * z / total);
  const half = z * Math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
