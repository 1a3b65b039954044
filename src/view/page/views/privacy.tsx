/// <reference lib="dom" />
// The view Privacy: replaced secrets, excluded projects, retention, what leaves the machine, forgets.
import type { Answers } from "../../../cli/view/reads.ts";
import { ActionButton } from "../action_list.tsx";
import { Columns } from "../charts.tsx";
import { Age, amount, dayName, Empty, Head, ItemLink, Lines, Loading, Section } from "../parts.tsx";
import { useAnswer } from "../state.ts";

export function Privacy() {
  const { data, error } = useAnswer("privacy", {}, "live");
  if (data === undefined) return <Loading error={error} />;
  const { redacted, redact_secrets, excluded, paused, raw_days, oldest, sends, forgotten, left, days } = data;
  return (
    <div class="view">
      <Head title="Privacy">The secrets that were replaced, and how long data stays.</Head>
      <Section title="Replaced secrets">
        {!redact_secrets && (
          <p class="problem">
            Secrets are kept as they are: <code>privacy.redact_secrets</code> is off.{" "}
            <code>mneme config set privacy.redact_secrets true</code> changes that.
          </p>
        )}
        {(redact_secrets || redacted.length > 0) && <Redacted redacted={redacted} days={days} />}
      </Section>
      <Section title="Projects that are left out">
        <ul class="plain-list">
          {excluded.length === 0 && (
            <li>
              No project is excluded. <code>mneme projects exclude DIR</code> excludes one.
            </li>
          )}
          {excluded.map((one) => (
            <li key={one}>
              Nothing of <code>{one}</code> is captured or shown.
            </li>
          ))}
          <li>
            <code>mneme projects forget DIR --yes</code> removes all data about a project.
          </li>
          {paused.map(({ what }) => <li key={what}>Paused: {what}</li>)}
        </ul>
      </Section>
      <Section title="How long it stays">
        <p>
          Inputs and outputs of tools stay for {amount(raw_days, "day")} after the call, or after its import
          {oldest && `; the oldest call is of ${dayName(oldest)}`}. Memories, lessons and summaries stay until
          you forget them.
        </p>
      </Section>
      <Section title="Data that leaves this machine">
        {sends.length === 0
          ? (
            <p>
              None: no model, server or space gets any, and this page loads nothing from elsewhere.
            </p>
          )
          : <Lines lines={sends} />}
      </Section>
      <Section title="Forgotten memories">
        <p>
          {forgotten.toLocaleString()}{" "}
          {forgotten === 1 ? "memory or dropped candidate" : "memories and dropped candidates"} in all.
        </p>
        <ul class="cards">
          {left.map(({ id, at, texts, files }) => (
            <li key={id} class="row-head">
              <ItemLink id={id} />
              <span class="quiet">
                <Age at={at} />: its words were left in {amount(texts + files, "place")}
                {texts === 0 && `: open ${id} to remove the files`}
              </span>
              {texts > 0 && (
                <ActionButton
                  verb="forget"
                  body={{ ids: [id], source: true }}
                  label={`Clear what is left of ${id}`}
                >
                  Clear
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Redacted({ redacted, days }: Pick<Answers["privacy"], "redacted" | "days">) {
  if (redacted.length > 0) {
    const series = [...Map.groupBy(redacted, ({ kind }) => kind)].map(([name, rows]) => {
      const counts = new Map(rows.map(({ day, count }) => [day, count]));
      return { name, values: days.map((day) => counts.get(day) ?? 0) };
    });
    return (
      <Columns title="In the newest prompts and tool calls" unit="secrets" days={days} series={series} />
    );
  }
  return (
    <Empty title="None in the newest prompts and tool calls.">
      Keys, tokens and passwords become <code>[redacted:kind]</code>{" "}
      before they reach the disk. What you put between <code>{"<private>"}</code> and{" "}
      <code>{"</private>"}</code> is not even counted.
    </Empty>
  );
}
