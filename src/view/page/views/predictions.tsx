/// <reference lib="dom" />
import type { Answers } from "../../../cli/view/reads.ts";
import { type Bar, Bars } from "../charts.tsx";
import { Age, amount, Empty, Figure, Head, ItemLink, Loading, percent } from "../parts.tsx";
import { type Route, useAnswer } from "../state.ts";

const SAID: Readonly<Record<string, string>> = {
  pass: "“it will pass”",
  fail: "“it will fail”",
  either: "“either may be”",
};

/** Shows the predictions of agents with their results, the shares that came true, and the lessons. */
export function Predictions({ route }: { readonly route: Route }) {
  const { data, error } = useAnswer("predictions", {}, "live");
  if (data === undefined) return <Loading error={error} />;
  const { totals, said, domains, strategies, entries } = data;
  const isWhole = route.id === undefined;
  const lessons = entries.filter(({ takeaway }) => takeaway !== null);
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
      {entries.length > 0 && <Counts totals={totals} />}
      {decidedOf(totals) > 0 && isWhole && (
        <Calibration said={said} domains={domains} strategies={strategies} />
      )}
      {lessons.length > 0 && isWhole && (
        <section>
          <h2>Lessons</h2>
          <ul class="cards">
            {lessons.slice(0, 50).map((entry) => (
              <li key={entry.id}>
                <ItemLink id={entry.id} /> {entry.takeaway} <span class="quiet">{entry.domain}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.length === 0 && !isWhole && (
        <Empty title={`Prediction ${route.id} is not among these.`}>
          It is one of another project, or older than the newest {entries.length}.
        </Empty>
      )}
      {shown.length > 0 && (
        <section>
          <h2>{isWhole ? "All of them" : `Prediction ${route.id}`}</h2>
          <ul class="cards">{shown.map((entry) => <Entry key={entry.id} entry={entry} />)}</ul>
        </section>
      )}
    </div>
  );
}

type Predicted = Answers["predictions"];

function decidedOf({ confirmed, falsified }: Predicted["totals"]): number {
  return confirmed + falsified;
}

function Counts({ totals }: Pick<Predicted, "totals">) {
  const { rate, confirmed, falsified, abandoned, active } = totals;
  const counts = [
    [rate === null ? "–" : percent(rate), `came true of ${decidedOf(totals)}`],
    [confirmed, "confirmed"],
    [falsified, "falsified"],
    [abandoned, "abandoned"],
    [active, "open"],
  ] as const;
  return (
    <ul class="figures" aria-label="Counts">
      {counts.map(([value, noun]) => <Figure key={noun} value={value} noun={noun} />)}
    </ul>
  );
}

function Calibration({ said, domains, strategies }: Pick<Predicted, "said" | "domains" | "strategies">) {
  const named = said.map((one) => ({ ...one, name: SAID[one.name] ?? "" }));
  const groups = [["Said, and came true", named], ["By kind of work", domains], [
    "By strategy",
    strategies,
  ]] as const;
  return (
    <section>
      <h2>Calibration</h2>
      <p class="quiet">
        The dot is the share that came true; the line is where the true share lies in 19 of 20 cases, as few
        predictions tell little.
      </p>
      {groups.map(([title, counts]) => (
        <Bars
          key={title}
          title={title}
          unit="share of what was decided"
          most={1}
          mark="dot"
          bars={barsOf(counts)}
        />
      ))}
    </section>
  );
}

function Entry({ entry }: { readonly entry: Predicted["entries"][number] }) {
  const { id, status, domain, goal, prediction, said, result, takeaway, tier, session, created_at } = entry;
  const isGood = status === "confirmed";
  return (
    <li>
      <p class="row-head">
        <ItemLink id={id} />
        <span class={`outcome ${isGood ? "good" : status === "falsified" ? "bad" : ""}`}>{status}</span>
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
        {prediction} {said && <span class="quiet">(expects {said})</span>}
      </p>
      {result && <p>Result: {result}</p>}
      {takeaway && <p>Learned: {takeaway}</p>}
    </li>
  );
}

function barsOf(counts: Predicted["domains"]): Bar[] {
  return counts.filter(({ confirmed, falsified }) => confirmed + falsified > 0).map(
    ({ name, confirmed, falsified }) => {
      const total = confirmed + falsified;
      const share = confirmed / total;
      return {
        name: name || "not said",
        value: share,
        text: `${percent(share)} of ${amount(total, "prediction")}`,
        range: interval(share, total),
      };
    },
  );
}

/** Returns Wilson's 95 % interval for a share, which stays within 0 and 1 even for few predictions. */
function interval(share: number, total: number): readonly [number, number] {
  const z = 1.96;
  const centre = (share + z * z / (2 * total)) / (1 + z * z / total);
  const half = z * Math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
