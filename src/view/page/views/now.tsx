/// <reference lib="dom" />
import type { Answers } from "../../../cli/view/reads.ts";
import { Age, amount, Empty, Figure, Head, Loading, shortPath, Tag } from "../parts.tsx";
import { linkTo, useAnswer, useShared } from "../state.ts";
import { StepLine } from "../steps.tsx";

/** Shows the newest steps as they are captured, the last sessions and the last memories. */
export function Now() {
  const { project } = useShared();
  const { data, error } = useAnswer("now", {}, "live");
  if (data === undefined) return <Loading error={error} />;
  const { memories_kept, sessions_seen, predictions, waiting, is_new } = data;
  return (
    <div class="view">
      <Head title="Now">New captures appear here as you work.</Head>
      {is_new && (
        <Empty title="Nothing is remembered yet.">
          Run <code>mneme install</code>, start a session in Claude Code, and it appears here as it happens;
          {" "}
          <code>mneme replay</code> learns from the sessions that you had before.
        </Empty>
      )}
      {!is_new && sessions_seen === 0 && (
        <Empty title={`Nothing is remembered of ${shortPath(project)} yet.`}>
          Start a session in it, or choose another project on the left.
        </Empty>
      )}
      <ul class="figures" aria-label="Counts">
        <Figure link={linkTo("memory")} value={memories_kept.toLocaleString()} noun="memories" />
        <Figure link={linkTo("inbox")} value={waiting.toLocaleString()} noun="candidates in the inbox" />
        <Figure link={linkTo("sessions")} value={sessions_seen.toLocaleString()} noun="sessions" />
        <Figure link={linkTo("predictions")} value={predictions.toLocaleString()} noun="predictions" />
      </ul>
      <Health data={data} />
      <div class="columns">
        <AsItHappens data={data} />
        <div>
          <LastSessions data={data} />
          <LastSaved data={data} />
        </div>
      </div>
    </div>
  );
}

type Data = { readonly data: Answers["now"] };

function Health({ data: { spooled, failures, pending } }: Data) {
  if (spooled === 0 && failures.length === 0 && pending === 0) return null;
  return (
    <section aria-labelledby="health">
      <h2 id="health">Needs attention</h2>
      <ul class="plain-list">
        {pending > 0 && (
          <li>
            {amount(pending, "capture")} not processed yet: the end of a session processes them, or{" "}
            <code>mneme process</code>
          </li>
        )}
        {spooled > 0 && <li>{amount(spooled, "event")} in the spool: the next session stores them</li>}
        {failures.length > 0 && (
          <li>
            {amount(failures.length, "failure")} of hooks in the last day; <code>mneme doctor</code>{" "}
            says more. The newest: {failures[0]!.hook}, {failures[0]!.message}
          </li>
        )}
      </ul>
    </section>
  );
}

function AsItHappens({ data: { steps, titles } }: Data) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">As it happens</h2>
      {steps.length === 0 ? <p class="quiet">Nothing has happened here yet.</p> : (
        <ol class="steps">
          {steps.map((step, i) => {
            const of = step.session_id === steps[i - 1]?.session_id ? undefined : titles[step.session_id];
            return (
              <li key={`${step.at} ${step.kind} ${step.id} ${i}`} data-kind={step.kind}>
                <StepLine step={step} links />
                {of && <a class="quiet of row-text" href={linkTo("sessions", of.id)}>{of.title ?? of.id}</a>}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

function LastSessions({ data: { sessions } }: Data) {
  const { project } = useShared();
  return (
    <section aria-labelledby="last-sessions">
      <h2 id="last-sessions">Last sessions</h2>
      {sessions.length === 0 && <p class="quiet">No session yet.</p>}
      <ul class="cards">
        {sessions.map((session) => (
          <li key={session.id}>
            <a class="row-text" href={linkTo("sessions", session.id)}>{session.title ?? "(no prompt yet)"}</a>
            <span class="quiet">
              {session.status === "active" ? "open · " : ""}
              <Age at={session.started_at} />
              {project === "" && ` · ${shortPath(session.project)}`} ·{" "}
              {amount(session.prompt_count, "prompt")}, {amount(session.tool_count, "tool call")} ·{" "}
              <a href={linkTo("told", session.id)}>what it was told</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LastSaved({ data: { memories } }: Data) {
  return (
    <section aria-labelledby="last-memories">
      <h2 id="last-memories">Last saved</h2>
      {memories.length === 0 && <p class="quiet">No memory yet.</p>}
      <ul class="cards">
        {memories.map((memory) => (
          <li key={memory.id}>
            <span class="row-head">
              <Tag name={memory.category} />
              <span class="quiet">
                {memory.author !== null && `said by ${memory.author} · `}
                {memory.id} · <Age at={memory.created_at} />
              </span>
            </span>
            <a class="row-text" href={linkTo("memory", memory.id)}>{memory.title ?? memory.body}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
