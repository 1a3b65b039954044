/// <reference lib="dom" />
// The view Sessions: the list of sessions, and one session step by step.
import { useEffect, useState } from "preact/hooks";
import type { Answers, RowOf } from "../../../cli/view/reads.ts";
import type { StepFilter } from "../../step_filter.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { Listing, usePaged } from "../lists.tsx";
import {
  Age,
  amount,
  Choice,
  Empty,
  Head,
  ItemLink,
  Lines,
  Loading,
  Problem,
  SessionLine,
  sizeOf,
  submits,
  timeAfter,
  useProjectNames,
  WordsField,
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
  const { id, params } = route;
  if (id === undefined) return <SessionList route={route} />;
  const filter = { types: params.get("types") ?? "", q: params.get("q") ?? "" };
  return <OneSession route={route} id={id} filter={filter} key={JSON.stringify([id, filter])} />;
}

function SessionList({ route }: { readonly route: Route }) {
  const [q, day] = [route.params.get("q") ?? "", route.params.get("day") ?? ""];
  const [words, setWords] = useState(q);
  const [typed, setTyped] = useState(day);
  useEffect(() => setWords(q), [q]); // the browser's back button changes only the address
  useEffect(() => setTyped(day), [day]);
  const list = usePaged("sessions", { q, day });
  const chooseDay = (value: string) => {
    setTyped(value);
    const isWhole = value === "" || value >= "1000"; // a year is typed as 0002, 0020, 0202, 2026
    const link = linkTo("sessions", undefined, { q: words, day: value });
    if (isWhole) goTo(link, day === "" ? "push" : "replace");
  };
  return (
    <div class="view fill">
      <Head title="Sessions">The sessions, last used first.</Head>
      <form
        class="filters"
        role="search"
        onSubmit={submits(() => goTo(linkTo("sessions", undefined, { q: words, day })))}
      >
        <WordsField
          label="Words of a title or a prompt"
          example="title or prompt"
          words={words}
          setWords={setWords}
        />
        <label>
          <span>Day</span>{" "}
          <input
            type="date"
            value={typed}
            onChange={(event) => chooseDay(event.currentTarget.value)}
          />
        </label>
        <span class="quiet" role="status">{list.total !== undefined && amount(list.total, "session")}</span>
      </form>
      <Listing
        list={list}
        key={`${q} ${day}`}
        label="Sessions"
        name={`sessions ${q} ${day}`}
        link={({ id }) => linkTo("sessions", id)}
        row={(session) => <SessionLine session={session} />}
        empty={q + day === ""
          ? (
            <Empty title="No session yet.">
              Start one in Claude Code, or bring in those that you had: <code>mneme replay</code>
            </Empty>
          )
          : <Empty title="No such session.">Try fewer words, another day, or every project.</Empty>}
      />
    </div>
  );
}

const SHOWN: readonly (readonly [types: string, name: string])[] = [
  ["", "everything"],
  ["talk", "prompts and answers"],
  ["prompts", "prompts"],
  ["failures", "failures"],
];

/** Matches the id of a prompt, an observation, a call or a telling: by these, the server finds the session. */
const STEP_ID = /^[poqt]\d/;

function OneSession({ id, route, filter }: {
  readonly id: string;
  readonly route: Route;
  readonly filter: StepFilter;
}) {
  const list = usePaged("session", { id, ...filter });
  const [words, setWords] = useState(filter.q);
  const step = route.params.get("step");
  const named = step === null ? null : Math.max(0, parseInt(step) || 0);
  const [kept, keep] = useKept(`step of ${JSON.stringify([id, filter])}`, named);
  const here = Math.min(kept ?? list.head?.place ?? 0, Math.max(0, (list.total ?? Infinity) - 1));
  const linkToStep = (place: number) => linkTo("sessions", id, { ...filter, step: place });
  useEffect(() => {
    if (named !== null) keep(named);
  }, [named]);
  // Waits after each key: browsers refuse more than some 200 new addresses in ten seconds.
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
  // After a change of the filter, the chosen step stays chosen, or else the last step before it that is left.
  const choose = (change: Partial<StepFilter>) =>
    goTo(linkTo("sessions", STEP_ID.test(chosen?.id ?? "") ? chosen!.id! : id, { ...filter, ...change }));
  return (
    <div class="view inbox">
      <SessionHead session={session} />
      <form class="filters" role="search" onSubmit={submits(() => choose({ q: words.trim() }))}>
        <Choice label="Show" value={filter.types} options={SHOWN} choose={(types) => choose({ types })} />
        <WordsField
          label="Words of a step"
          example="words in this session"
          words={words}
          setWords={setWords}
        />
        <span class="quiet" role="status">{list.total !== undefined && amount(list.total, "step")}</span>
      </form>
      <Listing
        list={list}
        label="Course of the session"
        name={`session ${JSON.stringify([id, filter])}`}
        current={here}
        link={(_step, place) => linkToStep(place)}
        choose={go}
        row={(one, place) => (
          <StepLine step={one} labels={labels} time={timeAfter(one.at, list.row(place - 1)?.at)} />
        )}
        empty={filter.types + filter.q === ""
          ? (
            <Empty title="Its steps are not kept any more.">
              Only its title, its times and any summary are left.
            </Empty>
          )
          : <Empty title="No step of this kind.">Show everything, or try fewer words.</Empty>}
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
  const hasTexts = id !== null && /^[poq]/.test(id); // a prompt, an answer or a call (`o`: observation)
  const { data, error } = useAnswer(hasTexts && COPY === undefined ? "step" : undefined, { id: id ?? "" });
  return (
    <>
      <p class="quiet">{new Date(at).toLocaleString()}</p>
      {!hasTexts && kind !== "told" && (
        <p>
          <StepLine step={step} labels={labels} links />
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
