/// <reference lib="dom" />
// The view Now: the newest steps, the last sessions and memories, and what needs attention.
import { nounFor } from "../../../base/amounts.ts";
import type { Answers } from "../../../cli/view/reads.ts";
import { MemoryLine } from "../memory_detail.tsx";
import {
  amount,
  Empty,
  Figures,
  Head,
  Loading,
  Rows,
  Section,
  SessionLine,
  useProjectNames,
} from "../parts.tsx";
import { linkTo, useAnswer, useShared } from "../state.ts";
import { StepLine } from "../steps.tsx";

export function Now() {
  const { project } = useShared();
  const nameOf = useProjectNames();
  const { data, error } = useAnswer("now", {}, "live");
  if (data === undefined) return <Loading error={error} />;
  const { memories_kept, sessions_seen, predictions, waiting, is_new, sessions, memories } = data;
  return (
    <div class="view">
      <Head title="Now">New prompts and tool calls appear here as you work.</Head>
      {is_new && (
        <Empty title="Nothing is remembered yet.">
          Run <code>mneme install</code>, start a session in Claude Code, and it appears here as it happens;
          {" "}
          <code>mneme replay</code> learns from the sessions that you had before.
        </Empty>
      )}
      {!is_new && sessions_seen === 0 && project !== "" && (
        <Empty title={`No session of ${nameOf(project)} yet.`}>
          Start one in it, or choose another project on the left.
        </Empty>
      )}
      <Figures
        label="Counts"
        figures={[
          [memories_kept, nounFor(memories_kept, "memory"), "memory"],
          [waiting, "waiting in the inbox", "inbox"],
          [sessions_seen, nounFor(sessions_seen, "session"), "sessions"],
          [predictions, nounFor(predictions, "prediction"), "predictions"],
        ]}
      />
      <Health data={data} />
      <div class="columns">
        <AsItHappens data={data} />
        <div class="view">
          <Section title="Last sessions">
            <Rows
              rows={sessions}
              row={(one) => <SessionLine session={one} />}
              none="No session yet."
            />
          </Section>
          <Section title="Last saved">
            <Rows rows={memories} row={(one) => <MemoryLine memory={one} />} none="No memory yet." />
          </Section>
        </div>
      </div>
    </div>
  );
}

type Data = { readonly data: Answers["now"] };

function Health({ data: { spooled, failures, pending } }: Data) {
  if (spooled === 0 && failures.count === 0 && pending === 0) return null;
  return (
    <Section title="Needs attention">
      <ul class="plain-list">
        {pending > 0 && (
          <li>
            {amount(pending, "tool call")} of more than a day ago {pending === 1 ? "waits" : "wait"}{" "}
            to be processed: the next end of a session does that, or <code>mneme process</code>
          </li>
        )}
        {spooled > 0 && <li>{amount(spooled, "event")} in the spool, to be stored by the next session</li>}
        {failures.newest && (
          <li>
            {amount(failures.count, "failure")} of hooks in the last day; <code>mneme doctor</code>{" "}
            says more. The newest: {failures.newest.hook}, {failures.newest.message}
          </li>
        )}
      </ul>
    </Section>
  );
}

function AsItHappens({ data: { steps, titles } }: Data) {
  return (
    <Section title="As it happens">
      {steps.length === 0 ? <p class="quiet">Nothing has happened here yet.</p> : (
        <ol class="rows steps">
          {steps.map((step, i) => {
            const of = step.session_id === steps[i - 1]?.session_id ? undefined : titles[step.session_id];
            return (
              <li key={`${step.at} ${step.kind} ${step.id} ${i}`} data-kind={step.kind}>
                <StepLine step={step} links />
                {of && <a class="quiet" href={linkTo("sessions", of.id)}>{of.title ?? of.id}</a>}
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
