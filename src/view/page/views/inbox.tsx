/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import type { DoubtfulMemory, InboxView, ListedMemory, Surroundings } from "../../contract.ts";
import { COPY } from "../ask.ts";
import { act, leavingIds, undoLast } from "../deed_list.tsx";
import { MemoryForm } from "../memory_form.tsx";
import {
  Age,
  amount,
  categoryName,
  Empty,
  Head,
  ItemLink,
  Loading,
  placeOf,
  Problem,
  Tag,
} from "../parts.tsx";
import { goTo, linkTo, type Route, useAnswer, useKeys, useShared } from "../state.ts";
import { Steps } from "../steps.tsx";
import { usePaged, VirtualList } from "../virtual_list.tsx";

/** What waits: a candidate, or a memory that something speaks against. */
interface Waiting {
  readonly memory: ListedMemory;
  readonly doubts: readonly string[];
}

const ROW_HEIGHT = 76;

/** Candidates and doubtful memories, one after the other: kept, edited or taken away. */
export function Inbox({ route }: { readonly route: Route }) {
  const shared = useShared();
  const candidates = usePaged<ListedMemory>("inbox", {});
  // Found again when something was done here: to compare thousands of memories takes its time.
  const done = shared.deeds.filter(({ state }) => state === "done" || state === "undone").length;
  const found = useAnswer<readonly DoubtfulMemory[]>("doubtful", { done });
  const kept = useRef<readonly DoubtfulMemory[]>([]);
  if (found.data !== undefined) kept.current = found.data;
  const doubtful = kept.current;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const [place, setPlace] = useState(0);
  const leaving = leavingIds(shared.deeds);
  const count = candidates.total ?? 0;
  const total = count + doubtful.length;
  const at = (index: number): Waiting | undefined => {
    if (index >= count) return doubtful[index - count];
    const memory = candidates.row(index);
    return memory && { memory, doubts: [] };
  };
  // An address names the memory; without one, or where it has gone, the place in the list counts.
  const known = route.id === undefined ? -1 : placeWhere(total, (index) => at(index)?.memory.id === route.id);
  const here = Math.min(known >= 0 ? known : place, Math.max(0, total - 1));
  const current = at(here);
  useEffect(() => {
    if (known >= 0) setPlace(known);
  }, [known]);
  useEffect(() => setEditing(false), [current?.memory.id]);

  const go = (index: number) => {
    const next = at(index);
    if (next === undefined) return;
    setPlace(index);
    goTo(linkTo("inbox", next.memory.id), "replace");
  };
  const goOn = (gone: ReadonlySet<string>) => {
    const order = [...rangeOf(here + 1, total), ...rangeOf(0, here).reverse()];
    const next = order.find((index) => {
      const id = at(index)?.memory.id;
      return id !== undefined && !gone.has(id) && !leaving.has(id);
    });
    if (next !== undefined) go(next);
  };
  const meant = (): readonly Waiting[] => {
    const several = rangeOf(0, total).flatMap((index) => at(index) ?? []).filter((one) =>
      chosen.has(one.memory.id)
    );
    return several.length > 0 ? several : current === undefined ? [] : [current];
  };
  const decide = async (how: "keep" | "away") => {
    const all = meant();
    const [waiting, memories] = [idsWhere(all, true), idsWhere(all, false)];
    goOn(new Set([...waiting, ...memories]));
    setChosen(new Set());
    if (waiting.length > 0) await act(shared, how === "keep" ? "keep" : "drop", { ids: waiting });
    if (memories.length > 0) await act(shared, how === "keep" ? "confirm" : "forget", { ids: memories });
  };
  const toggle = (id: string | undefined) => {
    if (id === undefined) return;
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const canChange = COPY === undefined;
  useKeys({
    ArrowDown: () => go(here + 1),
    ArrowUp: () => go(here - 1),
    ...canChange && {
      k: () => void decide("keep"),
      x: () => void decide("away"),
      e: () => setEditing(current !== undefined),
      u: () => undoLast(shared),
      " ": () => toggle(current?.memory.id),
    },
  });

  if (candidates.total === undefined && candidates.error === undefined) return <Loading />;
  return (
    <div class="view inbox">
      <Head title="Inbox">
        {waitingText(candidates.page(0) as InboxView | undefined, count, doubtful.length)}
      </Head>
      <Problem text={candidates.error} />
      {total === 0
        ? (
          <Empty title="Nothing waits.">
            What a session's end flags as worth remembering comes here. Until then,{" "}
            <a href={linkTo("memory")}>look through what is kept</a>.
          </Empty>
        )
        : (
          <div class="split">
            <VirtualList
              label="What waits"
              total={total}
              height={ROW_HEIGHT}
              current={here}
              need={(from, to) => candidates.need(from, Math.min(to, count))}
              draw={(index) => {
                const one = at(index);
                if (one === undefined) return <span class="row pending" />;
                const { memory, doubts } = one;
                const state = [
                  chosen.has(memory.id) ? "chosen" : "",
                  leaving.has(memory.id) ? "leaving" : "",
                ];
                return (
                  <a
                    class={`row ${state.join(" ")}`}
                    href={linkTo("inbox", memory.id)}
                    aria-current={index === here ? "true" : undefined}
                  >
                    <span class="row-head">
                      {chosen.has(memory.id) && <span class="check">✓ chosen</span>}
                      <Tag name={memory.category} />
                      {doubts.length > 0 && <span class="tag warn">doubtful</span>}
                      <span class="quiet">
                        {memory.author !== null && `said by ${memory.author} · `}
                        <Age at={memory.created_at} />
                      </span>
                    </span>
                    <span class="row-text">{memory.title ?? memory.body}</span>
                  </a>
                );
              }}
            />
            {current !== undefined && (
              <Detail
                key={current.memory.id}
                {...current}
                isLeaving={leaving.has(current.memory.id)}
                isEditing={isEditing}
                chosen={chosen.size}
                edit={setEditing}
                decide={(how) => void decide(how)}
              />
            )}
          </div>
        )}
    </div>
  );
}

function Detail({ memory, doubts, isLeaving, isEditing, chosen, edit, decide }: Waiting & {
  readonly isLeaving: boolean;
  readonly isEditing: boolean;
  readonly chosen: number;
  readonly edit: (isEditing: boolean) => void;
  readonly decide: (how: "keep" | "away") => void;
}) {
  const isCandidate = memory.status === "candidate";
  const { data: around } = useAnswer<Surroundings>("surroundings", { id: memory.id });
  const isProposal = isCandidate && memory.author !== null;
  const several = chosen > 0 ? ` ${chosen}` : "";
  return (
    <article class="detail" aria-label={`${memory.id}, ${categoryName(memory.category)}`}>
      <p class="row-head">
        <Tag name={memory.category} />
        <ItemLink id={memory.id} />
        <span class="quiet">
          {placeOf(memory)} · <Age at={memory.created_at} />
        </span>
      </p>
      {memory.title && <h2>{memory.title}</h2>}
      {!isEditing && <p class="body">{memory.body}</p>}
      {isEditing && <MemoryForm memory={memory} close={() => edit(false)} />}
      {isLeaving && <p class="problem">It is about to be removed; Undo below keeps it.</p>}
      {!isEditing && COPY === undefined && (
        <p class="actions">
          <button type="button" class="main" onClick={() => decide("keep")} disabled={isLeaving}>
            {isProposal ? "Accept" : "Keep"}
            {several && <span class="quiet">{several}</span>}
          </button>
          <button type="button" onClick={() => edit(true)} disabled={isLeaving}>Edit</button>
          <button type="button" class="danger" onClick={() => decide("away")} disabled={isLeaving}>
            {isProposal ? "Refuse" : isCandidate ? "Drop" : "Forget"}
            {several && <span class="quiet">{several}</span>}
          </button>
        </p>
      )}
      {doubts.length > 0 && (
        <section>
          <h3>What speaks against it</h3>
          <ul class="plain-list">{doubts.map((doubt) => <li key={doubt}>{doubt}</li>)}</ul>
        </section>
      )}
      <section>
        <h3>Why it was found</h3>
        <p>
          {isCandidate ? `${Math.round(memory.confidence * 100)} % sure` : `saved by ${memory.source}`}
          {memory.cues.length > 0 && `: ${memory.cues.join("; ")}`}
          {memory.session && (
            <>
              , in <ItemLink id={memory.session.id}>{memory.session.title ?? memory.session.id}</ItemLink>
            </>
          )}
        </p>
      </section>
      <Around memory={memory} around={around} />
    </article>
  );
}

/** The words around it: what was asked, the message, and what was done next to it. */
function Around(
  { memory, around }: { readonly memory: ListedMemory; readonly around: Surroundings | undefined },
) {
  if (around === undefined) return <Loading />;
  const { prompt, message, steps } = around;
  return (
    <section>
      <h3>The words around it</h3>
      {prompt && (
        <blockquote class="asked">
          <p>{prompt.text}</p>
          <footer>
            You, <Age at={prompt.at} />
          </footer>
        </blockquote>
      )}
      {message
        ? (
          <blockquote>
            <p>
              {message.before}
              <mark>{message.quote}</mark>
              {message.after}
            </p>
          </blockquote>
        )
        : memory.quote !== "" && (
          <blockquote>
            <p>
              <mark>{memory.quote}</mark>
            </p>
          </blockquote>
        )}
      {steps.length > 0 && <Steps steps={steps} labels={{}} />}
      {!prompt && !message && memory.quote === "" && steps.length === 0 && (
        <p class="quiet">Its session is not kept any more.</p>
      )}
    </section>
  );
}

function waitingText(inbox: InboxView | undefined, count: number, doubtful: number): string {
  const parts = [
    ...(count > 0 ? [`${amount(count, "candidate")} to keep or drop`] : []),
    ...(doubtful > 0 ? [`${doubtful} doubtful ${doubtful === 1 ? "memory" : "memories"}`] : []),
  ];
  if (parts.length === 0) return "Ten minutes a week keep memory good.";
  const minutes = Math.max(1, (inbox?.minutes ?? 0) + Math.ceil(doubtful / 5));
  return `${parts.join(", ")}: about ${amount(minutes, "minute")}.`;
}

function idsWhere(all: readonly Waiting[], isCandidate: boolean): string[] {
  return all.filter(({ memory }) => (memory.status === "candidate") === isCandidate).map(({ memory }) =>
    memory.id
  );
}

function rangeOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Looked for among what is loaded, which are the pages that were in sight. */
function placeWhere(total: number, fits: (index: number) => boolean): number {
  for (let index = 0; index < total; index++) if (fits(index)) return index;
  return -1;
}
