/// <reference lib="dom" />
// The view Memory: the list of memories, and one memory with all that is known of it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, ListedMemory } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { Listing, usePaged } from "../lists.tsx";
import {
  dropName,
  Fact,
  keepName,
  MemoryLine,
  MemoryText,
  Place,
  Source,
  STATUSES,
} from "../memory_detail.tsx";
import { hasDraft, MemoryForm, NEW } from "../memory_form.tsx";
import {
  Age,
  amount,
  CATEGORIES,
  Choice,
  Empty,
  Head,
  isStart,
  ItemLink,
  Lines,
  Loading,
  Problem,
  ScrollTable,
  Section,
  submits,
  Tag,
  useProjectNames,
} from "../parts.tsx";
import { goTo, linkTo, type Route, useAnswer, useKept, useRested, useShared } from "../state.ts";
import { momentName } from "../steps.tsx";

export function Memory({ route }: { readonly route: Route }) {
  return route.id === undefined ? <MemoryList route={route} /> : <OneMemory id={route.id} key={route.id} />;
}

function MemoryList({ route }: { readonly route: Route }) {
  const status = route.params.get("status") ?? "active";
  const category = route.params.get("category") ?? "";
  const list = usePaged("memories", { status, category });
  const { data: categories = [] } = useAnswer("categories", { status }, "live");
  const [isAdding, setAdding] = useState(hasDraft(NEW));
  const filter = (change: Record<string, string>) =>
    goTo(linkTo("memory", undefined, { status, category, ...change }));
  const counted = CATEGORIES.map(([one, name]) => {
    const { count = 0 } = categories.find((found) => found.category === one) ?? {};
    return [one, `${name} (${count.toLocaleString()})`] as const;
  });
  return (
    <div class="view fill">
      <Head title="Memory">The memories, last changed first; candidates: surest first.</Head>
      <div class="filters">
        <Choice
          label="Status"
          value={status}
          options={Object.entries(STATUSES).filter(([name]) => name !== "deleted")}
          choose={(status) => filter({ status })}
        />
        <Choice
          label="Category"
          value={category}
          options={[["", "any"], ...counted]}
          choose={(category) => filter({ category })}
        />
        <span class="quiet" role="status">
          {list.total !== undefined && `${list.total.toLocaleString()} in the list`}
        </span>
        {COPY === undefined && !isAdding && (
          <button type="button" onClick={() => setAdding(true)}>Add a memory</button>
        )}
      </div>
      {isAdding && <MemoryForm close={() => setAdding(false)} />}
      <Listing
        list={list}
        key={`${status} ${category}`}
        label="Memories"
        name={`memories ${status} ${category}`}
        link={({ id }) => linkTo("memory", id)}
        row={(memory) => <MemoryLine memory={memory} />}
        empty={
          <Empty title="No memory of this kind yet.">
            Agents save them as they work, the <a href={linkTo("inbox")}>inbox</a>{" "}
            turns candidates into some, and you can add one here.
          </Empty>
        }
      />
    </div>
  );
}

function OneMemory({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("memory", { id }, "live");
  const isLeaving = leavingIds(useShared().actions).has(id);
  if (data === undefined) return <Loading error={error} />;
  const { memory } = data;
  return (
    <div class="view">
      <Head title={`Memory ${id}`}>
        <Tag name={memory.category} /> {STATUSES[memory.status]} · <Place memory={memory} /> ·{" "}
        {memory.status === "candidate" ? "found" : "saved"} <Age at={memory.created_at} />
      </Head>
      {memory.status === "deleted"
        ? (
          <Empty title="It was forgotten or dropped.">
            Its text is gone from the memories. A forget also removes it from the daily backups; a drop
            searches no other place. Only its number is left, so that no other memory gets it.
          </Empty>
        )
        : (
          <>
            <TextAndForms memory={memory} isLeaving={isLeaving} />
            <Source memory={memory}>
              <Teams data={data} />
            </Source>
            <ToldTimes data={data} />
            <Doubts data={data} />
          </>
        )}
      {COPY === undefined && <Forget key={memory.status} data={data} isLeaving={isLeaving} />}
    </div>
  );
}

function TextAndForms({ memory, isLeaving }: { readonly memory: ListedMemory; readonly isLeaving: boolean }) {
  const { id, status, superseded_by, author } = memory;
  const [form, setForm] = useKept<"edit" | "merge" | undefined>(
    `form of ${id}`,
    hasDraft(id) ? "edit" : undefined,
  );
  const close = () => setForm(undefined);
  return (
    <article class="detail" tabIndex={-1} aria-label={id}>
      <MemoryText
        memory={memory}
        isLeaving={isLeaving}
        form={form && (form === "edit"
          ? <MemoryForm memory={memory} close={close} />
          : <Merge memory={memory} close={close} />)}
      >
        {status === "candidate" && (
          <ActionButton verb="keep" body={{ ids: [id] }} class="main" disabled={isLeaving}>
            {keepName(memory)}
          </ActionButton>
        )}
        {status === "superseded" && superseded_by === null && (
          <ActionButton verb="confirm" body={{ ids: [id] }} disabled={isLeaving}>It holds again</ActionButton>
        )}
        <button type="button" onClick={() => setForm("edit")} disabled={isLeaving}>Edit</button>
        {status === "candidate" && (
          <ActionButton verb="drop" body={{ ids: [id] }} class="danger" disabled={isLeaving}>
            {dropName(memory)}
          </ActionButton>
        )}
        {status === "active" && (
          <>
            <button
              type="button"
              onClick={() => setForm("merge")}
              disabled={isLeaving}
            >
              Merge
            </button>
            <ActionButton verb="outdated" body={{ id }} disabled={isLeaving}>Outdated</ActionButton>
          </>
        )}
      </MemoryText>
      {author !== null && (
        <p class="quiet">An edit makes a copy of your own, and asks {author} to take the change.</p>
      )}
    </article>
  );
}

const OFFERED = 8; // memories that a merge offers
const MEMORY_ID = /^m\d+$/i;

/** Finds the other memory by words or by its id, then shows both. What was typed stays while one looks elsewhere. */
function Merge({ memory, close }: { readonly memory: ListedMemory; readonly close: () => void }) {
  const [words, setWords] = useKept(`words to merge with ${memory.id}`, "");
  const [merged, setMerged] = useKept<string | undefined>(`merged with ${memory.id}`, undefined);
  const typed = words.trim();
  const asked = useRested(typed);
  const isId = MEMORY_ID.test(asked);
  const params = { q: asked, types: "memory", limit: OFFERED + 1 };
  const { data, error } = useAnswer(asked === "" || isId ? undefined : "search", params);
  const named = useAnswer(isId ? "memory" : undefined, { id: asked.toLowerCase() });
  const { data: other, error: lack } = useAnswer(merged === undefined ? undefined : "memory", { id: merged });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const end = () => {
    setMerged(undefined);
    setWords("");
    close();
  };
  if (other !== undefined && merged !== undefined) {
    return <MemoryForm memory={memory} other={other.memory} close={end} />;
  }
  const found = named.data === undefined
    ? data?.items
    : [{ ...named.data.memory, snippet: named.data.memory.body }];
  const offered = found?.filter(({ id }) => id !== memory.id).slice(0, OFFERED);
  // Enter may be pressed before the offers for the last words have come; offers for earlier words are not meant.
  const choose = () => {
    const first = typed === asked ? offered?.[0]?.id : undefined;
    const id = MEMORY_ID.test(typed) ? typed.toLowerCase() : first;
    if (id !== memory.id) setMerged(id);
  };
  return (
    <>
      <p class="body">{memory.body}</p>
      <form class="filters" role="search" onSubmit={submits(choose)}>
        <label>
          It replaces the memory{" "}
          <input
            ref={field}
            type="search"
            value={words}
            placeholder="words or m12"
            onInput={(event) => {
              setWords(event.currentTarget.value);
              setMerged(undefined); // it could not be found, and the earlier words named it
            }}
          />
        </label>
        <button type="button" onClick={end}>Cancel</button>
      </form>
      <Problem text={error ?? named.error ?? lack} />
      {offered?.length === 0 && <p class="quiet" role="status">No other memory fits.</p>}
      <ul class="cards">
        {offered?.map(({ id, title, snippet }) => (
          <li key={id} class="row-head">
            <button type="button" aria-label={`Show both: ${id}`} onClick={() => setMerged(id)}>
              Show both
            </button>
            <ItemLink id={id} />
            <span>{title && !isStart(title, snippet) ? `${title}: ${snippet}` : snippet}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type MemoryData = { readonly data: Answers["memory"] };
/** The most tellings that the server returns, `MAX_TELLINGS` in `listings.ts`. */
const MOST_TOLD = 100;

function Teams({ data: { memory: { status, scope }, teams, is_in_team } }: MemoryData) {
  if (teams.length > 0) return <Fact name="Shared with">{teams.join(", ")}</Fact>;
  if (!is_in_team || status !== "active" || scope === "user") return null;
  return (
    <Fact name="Shared with">
      no team. In its project’s folder, <code>mneme sync share --space team:NAME</code>{" "}
      shares the memories of the project.
    </Fact>
  );
}

function ToldTimes({ data: { told } }: MemoryData) {
  const opened = new Set(told.filter((one) => one.is_opened === 1).map(({ session }) => session)).size;
  const times = told.length === MOST_TOLD
    ? `The last ${MOST_TOLD} times`
    : `Told ${amount(told.length, "time")} lately`; // the server searches only the newest tellings
  return (
    <Section title="Told and opened">
      {told.length === 0 ? <p class="quiet">No agent was told of it lately.</p> : (
        <>
          <p>
            {times}, {opened > 0 || told.some((one) => one.is_title === 1)
              ? `opened in ${amount(opened, "session")}`
              : "always in full"}.
          </p>
          <ScrollTable label="When it was told" head={["When", "Session", "At", "Opened"]}>
            {told.map((one) => (
              <tr key={one.telling}>
                <td>
                  <ItemLink id={one.telling}>
                    <Age at={one.at} />
                  </ItemLink>
                </td>
                <td>
                  <ItemLink id={one.session}>{one.session_title ?? one.session}</ItemLink>
                </td>
                <td>{momentName(one.hook)}</td>
                <td>{one.is_opened === 1 ? "yes" : one.is_title === 1 ? "no" : "in full"}</td>
              </tr>
            ))}
          </ScrollTable>
        </>
      )}
    </Section>
  );
}

function Doubts({ data: { memory: { id }, doubts, supersedes, superseded_by: by, not_here } }: MemoryData) {
  const isLeaving = leavingIds(useShared().actions).has(id);
  const nameOf = useProjectNames();
  const replacements = [
    ...by === null ? [] : [["Replaced by", by] as const],
    ...supersedes.map((one) => ["Replaces", one] as const),
  ];
  return (
    <Section title="Doubts and replacements">
      {doubts.length + replacements.length + not_here.length === 0 && <p class="quiet">None are known.</p>}
      {doubts.length > 0 && (
        <>
          <Lines lines={doubts} />
          <ActionButton verb="confirm" body={{ ids: [id] }} disabled={isLeaving}>Keep</ActionButton>
        </>
      )}
      <dl class="facts">
        {replacements.map(([name, one]) => (
          <Fact key={one.id} name={name}>
            <ItemLink id={one.id} /> {one.body}
          </Fact>
        ))}
        {not_here.map((project) => (
          <Fact key={project} name="Not told in">
            {nameOf(project)}{" "}
            <ActionButton verb="not_here" body={{ id, project, is_back: true }} class="plain">
              Tell it there
            </ActionButton>
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

/** The places that a forget would clear, with a button. For a forgotten memory: where its words are left. */
function Forget({ data: { memory, teams }, isLeaving }: MemoryData & { readonly isLeaving: boolean }) {
  const { id, author, status } = memory;
  const isForgotten = status === "deleted";
  const [isOpen, setOpen] = useState(isForgotten);
  const { data: reach, error } = useAnswer(
    isOpen ? "reach" : undefined,
    { id },
    isForgotten ? "live" : "once",
  );
  const [also, setAlso] = useState({ source: isForgotten, backups: false });
  const places = reach === undefined ? [] : [
    ["source", "Also clear what holds its words:", reach.sources],
    ["backups", "Also remove the files with its words:", reach.files.join(", ")],
  ] as const;
  const hasPlaces = places.some(([, , what]) => what !== "");
  return (
    <details class="forget" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isForgotten ? "What is left of it" : "Forget it"}</summary>
      {!isForgotten && (
        <p>
          This removes its text, title and evidence from the database with all copies and indexes, from the
          log and from the daily backups. You can undo it for ten seconds.
          {author !== null && ` ${author} keeps it, and is asked to forget it with the next sync.`}
          {author === null && teams.length > 0 &&
            ` The next sync also removes it from the machines of ${teams.join(", ")}.`}
        </p>
      )}
      <Problem text={error} />
      {reach === undefined
        ? error === undefined && <p class="quiet" role="status">Searching other places for its words…</p>
        : (
          <ul class="plain-list">
            {!hasPlaces && <li>No {isForgotten ? "known" : "other"} place has its words.</li>}
            {places.filter(([, , what]) => what !== "").map(([name, text, what]) => (
              <li key={name}>
                <label>
                  <input
                    type="checkbox"
                    checked={also[name]}
                    onChange={(event) => setAlso({ ...also, [name]: event.currentTarget.checked })}
                  />{" "}
                  {text} {what}
                </label>
              </li>
            ))}
            {reach.alike.length > 0 && (
              <li>
                These have the same words and stay:
                {reach.alike.map((one) => [" ", <ItemLink key={one} id={one} />])}
              </li>
            )}
          </ul>
        )}
      {(!isForgotten || hasPlaces) && (
        <ActionButton verb="forget" body={{ ids: [id], ...also }} class="danger" disabled={isLeaving}>
          {isForgotten ? "Clear these" : "Forget"}
        </ActionButton>
      )}
    </details>
  );
}
