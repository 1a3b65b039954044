/// <reference lib="dom" />
// The view Sessions: the list of sessions, and one session step by step.
import { useEffect, useState } from "preact/hooks";
import type { Answers, RowOf } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { Listing, usePaged } from "../lists.tsx";
import {
  Age,
  amount,
  Empty,
  Head,
  ItemLink,
  Lines,
  Loading,
  Problem,
  SessionLine,
  sizeOf,
  submits,
  useProjectNames,
} from "../parts.tsx";
import {
  goTo,
  linkTo,
  REST_MS,
  type Route,
  rowKeys,
  useAnswer,
  useKept,
  useKeys,
  useShared,
} from "../state.ts";
import { StepLine } from "../steps.tsx";

export function Sessions({ route }: { readonly route: Route }) {
  return route.id === undefined
    ? <SessionList route={route} />
    : <OneSession route={route} id={route.id} key={route.id} />;
}

function SessionList({ route }: { readonly route: Route }) {
  const q = route.params.get("q") ?? "";
  const [words, setWords] = useState(q);
  useEffect(() => setWords(q), [q]); // the way back changes only the address
  const list = usePaged("sessions", { q });
  return (
    <div class="view fill">
      <Head title="Sessions">The sessions, last used first.</Head>
      <form
        class="filters"
        role="search"
        onSubmit={submits(() => goTo(linkTo("sessions", undefined, { q: words })))}
      >
        <input
          type="search"
          aria-label="Words of a title or a prompt"
          placeholder="title or prompt"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit">Find</button>
        <span class="quiet" role="status">{list.total !== undefined && amount(list.total, "session")}</span>
      </form>
      <Listing
        list={list}
        key={q}
        label="Sessions"
        name={`sessions ${q}`}
        link={({ id }) => linkTo("sessions", id)}
        row={(session) => <SessionLine session={session} />}
        empty={q === ""
          ? (
            <Empty title="No session yet.">
              Start one in Claude Code, or bring in those that you had: <code>mneme replay</code>
            </Empty>
          )
          : <Empty title="No session with these words.">Try fewer words, or every project.</Empty>}
      />
    </div>
  );
}

function OneSession({ id, route }: { readonly id: string; readonly route: Route }) {
  const list = usePaged("session", { id });
  const step = route.params.get("step");
  const named = step === null ? null : Math.max(0, parseInt(step) || 0);
  const [kept, keep] = useKept(`step of ${id}`, named);
  const here = Math.min(kept ?? list.head?.place ?? 0, Math.max(0, (list.total ?? Infinity) - 1));
  const linkToStep = (place: number) => linkTo("sessions", id, { step: place });
  useEffect(() => {
    if (named !== null) keep(named);
  }, [named]);
  // Not with each key: browsers refuse more than some 200 new addresses in ten seconds.
  useEffect(() => {
    const timer = self.setTimeout(() => kept !== null && goTo(linkToStep(kept), "late"), REST_MS);
    return () => clearTimeout(timer);
  }, [kept]);
  const go = (place: number) => {
    if (place < 0 || place >= (list.total ?? 0)) return false;
    keep(place); // the row may not be loaded yet: the list scrolls to it, which loads it
    return true;
  };
  useKeys(rowKeys((by) => go(here + by)));
  if (list.head === undefined) return <Loading error={list.error} />;
  const { session, labels } = list.head;
  const chosen = list.row(here);
  return (
    <div class="view inbox">
      <SessionHead session={session} />
      <Listing
        list={list}
        label="Course of the session"
        name={`session ${id}`}
        current={here}
        link={(_step, place) => linkToStep(place)}
        choose={go}
        row={(one) => <StepLine step={one} labels={labels} hours />}
        empty={<Empty title="Its steps are not kept any more.">Only its title and its times are left.</Empty>}
      >
        <article class="detail" aria-label="The chosen step">
          {chosen && <WholeStep step={chosen} labels={labels} session={session.id} key={chosen.id} />}
        </article>
      </Listing>
    </div>
  );
}

function SessionHead({ session }: { readonly session: Answers["session"]["session"] }) {
  const { id, title, project, started_at, status, summary } = session;
  const nameOf = useProjectNames();
  const lines = (summary ?? "").split("\n").map((line) => line.replace(/^- /, "")).filter((line) =>
    line !== ""
  );
  return (
    <>
      <Head title={title ?? `Session ${id}`}>
        {id} · {nameOf(project)} · began <Age at={started_at} /> · {sizeOf(session)} ·{" "}
        {status === "active" ? "open" : "ended"} · <a href={linkTo("told", id)}>What it was told, and why</a>
      </Head>
      {lines.length > 0 && (
        <details class="summary">
          <summary>Summary</summary>
          <Lines lines={lines} />
        </details>
      )}
      <ForgetSession id={id} />
    </>
  );
}

function ForgetSession({ id }: { readonly id: string }) {
  const isLeaving = leavingIds(useShared().actions).has(id);
  if (COPY !== undefined) return null;
  return (
    <details>
      <summary>Forget this session</summary>
      <p>
        This removes its prompts, answers and tool calls with all their texts, and its candidates. Its
        memories and predictions stay. You can undo it for ten seconds.
      </p>
      <ActionButton verb="forget_session" body={{ id }} class="danger" disabled={isLeaving}>
        Forget {id}
      </ActionButton>
    </details>
  );
}

/** The chosen step with its stored texts: the prompt, the answer, or the input and output of a tool. */
function WholeStep({ step, labels, session }: {
  readonly step: RowOf<"session">;
  readonly labels: Answers["session"]["labels"];
  readonly session: string;
}) {
  const { id, kind, at } = step;
  const hasTexts = id !== null && /^[poq]/.test(id); // a prompt, an answer or a call
  const { data, error } = useAnswer(hasTexts && COPY === undefined ? "step" : undefined, { id: id ?? "" });
  return (
    <>
      <p class="quiet">{new Date(at).toLocaleString()}</p>
      {!hasTexts && kind !== "told" && (
        <p>
          <StepLine step={step} labels={labels} hours links />
        </p>
      )}
      {kind === "told" && id !== null && <TellingText id={id} />}
      <Problem text={error} />
      {hasTexts && COPY !== undefined && <p class="body">{step.text}</p>}
      {hasTexts && data?.length === 0 && <p class="quiet">Nothing more of it is kept.</p>}
      {data?.map(({ name, text, cut }) => (
        <section key={name}>
          <h2>{name}</h2>
          {kind === "call" ? <pre class="told" tabIndex={0}>{text}</pre> : <p class="body">{text}</p>}
          {cut > 0 && (
            <p>
              {amount(cut, "more character")}: <code>mneme sessions show {session} --full</code> prints all.
            </p>
          )}
        </section>
      ))}
    </>
  );
}

function TellingText({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("told", { id });
  if (data === undefined) return <Loading error={error} />;
  const text = data.rows.find((one) => one.id === id)?.text;
  return (
    <>
      {text
        ? <pre class="told" tabIndex={0}>{text}</pre>
        : <p class="quiet">Its text is not kept any more.</p>}
      <p>
        <ItemLink id={id}>Why did the agent see this?</ItemLink>
      </p>
    </>
  );
}
