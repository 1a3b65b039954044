/// <reference lib="dom" />
import { useState } from "preact/hooks";
import type { CourseStep, CourseView, SessionView } from "../../contract.ts";
import { Age, amount, Empty, Head, Loading, Problem, shortPath } from "../parts.tsx";
import { goTo, linkTo, type Route, useShared } from "../state.ts";
import { StepLine } from "../steps.tsx";
import { usePaged, VirtualList } from "../virtual_list.tsx";

/** Past sessions, or the course of one. */
export function Sessions({ route }: { readonly route: Route }) {
  return route.id === undefined ? <SessionList route={route} /> : <Course id={route.id} key={route.id} />;
}

const ROW_HEIGHT = 68;
const STEP_HEIGHT = 52;

function SessionList({ route }: { readonly route: Route }) {
  const { project } = useShared();
  const q = route.params.get("q") ?? "";
  const [words, setWords] = useState(q);
  const list = usePaged<SessionView>("sessions", { q });
  return (
    <div class="view fill">
      <Head title="Sessions">What was worked on, the newest first.</Head>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          goTo(linkTo("sessions", undefined, { q: words }));
        }}
      >
        <input
          type="search"
          aria-label="Words of a title or a prompt"
          placeholder="words of a title or a prompt"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit">Find</button>
        <span class="quiet" role="status">{list.total !== undefined && amount(list.total, "session")}</span>
      </form>
      <Problem text={list.error} />
      {list.total === undefined && <Loading />}
      {list.total === 0 && (
        <Empty title={q === "" ? "No session yet." : "No session with these words."}>
          {q === ""
            ? (
              <>
                Start one in Claude Code, or bring in those that you had: <code>mneme replay</code>
              </>
            )
            : "Try fewer words, or every project in the list on the left."}
        </Empty>
      )}
      {list.total !== undefined && list.total > 0 && (
        <VirtualList
          label="Sessions"
          total={list.total}
          height={ROW_HEIGHT}
          need={list.need}
          draw={(index) => {
            const session = list.row(index);
            if (session === undefined) return <span class="row pending" />;
            return (
              <a class="row" href={linkTo("sessions", session.id)}>
                <span class="row-head">
                  <span class="id">{session.id}</span>
                  {session.status === "active" && <span class="tag">open</span>}
                  <span class="quiet">
                    <Age at={session.started_at} /> · {amount(session.prompt_count, "prompt")},{" "}
                    {amount(session.tool_count, "tool call")}
                    {project === "" && ` · ${shortPath(session.project)}`}
                  </span>
                </span>
                <span class="row-text">{session.title ?? "(no prompt)"}</span>
              </a>
            );
          }}
        />
      )}
    </div>
  );
}

function Course({ id }: { readonly id: string }) {
  const list = usePaged<CourseStep>("session", { id });
  const first = list.page(0) as CourseView | undefined;
  if (list.error !== undefined) return <Problem text={list.error} />;
  if (first === undefined || list.total === undefined) return <Loading />;
  const { session } = first;
  const summary =
    session.summary?.split("\n").map((line) => line.replace(/^- /, "")).filter((line) => line !== "") ?? [];
  return (
    <div class="view fill">
      <Head title={session.title ?? `Session ${id}`}>
        {id} · {shortPath(session.project)} · <Age at={session.started_at} /> ·{" "}
        {amount(session.prompt_count, "prompt")}, {amount(session.tool_count, "tool call")} ·{" "}
        {session.status === "active" ? "open" : session.end_reason ?? "ended"}
      </Head>
      {summary.length > 0 && (
        <details class="summary" open>
          <summary>What came of it</summary>
          <ul class="plain-list">{summary.map((line) => <li key={line}>{line}</li>)}</ul>
        </details>
      )}
      {list.total === 0 && <Empty title="Nothing of it is kept any more.">Only that it was is left.</Empty>}
      {list.total > 0 && (
        <VirtualList
          label="Course of the session"
          total={list.total}
          height={STEP_HEIGHT}
          need={list.need}
          draw={(index) => {
            const step = list.row(index);
            const { labels = {} } = list.page(index) as CourseView | undefined ?? {};
            return (
              <div class="step" data-kind={step?.kind}>
                {step && <StepLine step={step} labels={labels} hours />}
              </div>
            );
          }}
        />
      )}
    </div>
  );
}
