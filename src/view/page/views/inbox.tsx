/// <reference lib="dom" />
// The view Inbox: the user keeps, edits or removes candidates and doubtful memories, one after the other.
import { useEffect, useRef, useState } from "preact/hooks";
import type { RowOf } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { act, leavingIds } from "../action_list.tsx";
import { Listing, type Paged, usePaged } from "../lists.tsx";
import { dropName, keepName, MemoryLine, MemoryText, Place, Source } from "../memory_detail.tsx";
import { hasDraft, MemoryForm } from "../memory_form.tsx";
import {
  Age,
  amount,
  categoryName,
  Empty,
  Head,
  ItemLink,
  Lines,
  Section,
  submits,
  Tag,
  WordsField,
} from "../parts.tsx";
import {
  focusItem,
  goTo,
  linkTo,
  type Route,
  rowKeys,
  useAnswer,
  useKept,
  useKeys,
  useShared,
} from "../state.ts";

type Waiting = RowOf<"inbox">;

export function Inbox({ route }: { readonly route: Route }) {
  const q = route.params.get("q") ?? "";
  return <WaitingItems route={route} q={q} key={q} />;
}

function WaitingItems({ route, q }: { readonly route: Route; readonly q: string }) {
  const list = usePaged("inbox", { q });
  const { actions } = useShared();
  const leaving = leavingIds(actions);
  const [isEditing, setEditing] = useState(false);
  const { here, current, go, goOn } = usePlace(list, route, leaving, isEditing);
  const { chosen, still, toggle, clear } = useChosen(list, leaving);
  const decide = useDecide();
  useEffect(() => setEditing(current !== undefined && hasDraft(current.memory.id)), [current?.memory.id]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (current === undefined) return;
    if (!isFirst.current) focusItem(); // the first one comes with the view, whose heading has the focus
    isFirst.current = false;
  }, [current?.memory.id]);
  // A proposal is decided alone: among other items, nobody would see that it forgets a memory.
  const isAlone = still.length === 0 || current?.memory.about?.proposed;
  const all = !isAlone ? still : current === undefined ? [] : [current];
  const decideAll = (how: "keep" | "away") => {
    const meant = all.filter(({ memory }) => !leaving.has(memory.id));
    goOn(new Set(meant.map(({ memory }) => memory.id)));
    if (!isAlone) clear();
    void decide(how, meant);
  };
  useKeys({
    ...rowKeys((by) => go(here + by)),
    ...COPY === undefined && {
      y: () => decideAll("keep"),
      x: () => decideAll("away"),
      e: () => setEditing(current !== undefined && !leaving.has(current.memory.id)),
      " ": () => current && toggle(current),
    },
  });
  return (
    <div class="view inbox">
      <Head title="Inbox">{list.head && waitingText(list.head)}</Head>
      <WordFilter q={q} />
      <Listing
        list={list}
        label="Waiting items"
        name={`inbox ${q}`}
        current={here}
        mark={(one) => COPY === undefined && <ChoiceBox one={one} chosen={chosen} toggle={toggle} />}
        link={({ memory }) => linkTo("inbox", memory.id, { q })}
        choose={go}
        classOf={({ memory: { id } }) => leaving.has(id) ? "leaving" : ""}
        row={({ memory, doubts }) => (
          <MemoryLine memory={memory}>
            {doubts.length > 0 && <span class="tag warn">doubtful</span>}
          </MemoryLine>
        )}
        empty={q === ""
          ? (
            <Empty title="Nothing waits.">
              Sentences that mneme found worth remembering come here. Until then,{" "}
              <a href={linkTo("memory")}>look through the memories</a>.
            </Empty>
          )
          : <Empty title="Nothing with these words waits.">Try fewer words, or every project.</Empty>}
      >
        {current === undefined ? <div /> : (
          <Detail
            key={current.memory.id}
            {...current}
            isLeaving={leaving.has(current.memory.id)}
            isEditing={isEditing}
            all={all}
            edit={setEditing}
            decide={decideAll}
          />
        )}
      </Listing>
    </div>
  );
}

/**
 * Finds the current row by the id in the address. Without it, or if its item is gone, the row at the former
 * index becomes current. That row's id goes into the address: the row stays current if rows come above it. An
 * item that is decided elsewhere while it is edited stays, too: further typing would be keys for the next item.
 */
function usePlace(list: Paged<"inbox">, route: Route, leaving: ReadonlySet<string>, isEditing: boolean) {
  const [place, setPlace] = useState(0);
  const ids = list.head?.ids ?? [];
  const known = ids.indexOf(route.id ?? "");
  const here = known >= 0 ? known : Math.max(0, Math.min(place, ids.length - 1));
  const hereId = (isEditing ? route.id : undefined) ?? ids[here];
  // Asked for by itself, too: its row may be outside of the loaded part.
  const { data } = useAnswer(hereId === undefined ? undefined : "memory", { id: hereId }, "live");
  useEffect(() => {
    if (known >= 0) setPlace(known);
    else if (hereId !== route.id) go(here);
  }, [known, hereId]);
  const go = (index: number) => {
    const id = ids[index];
    if (id === undefined) return false;
    setPlace(index);
    goTo(linkTo("inbox", id, { q: route.params.get("q") ?? "" }), "replace");
    return true;
  };
  const goOn = (gone: ReadonlySet<string>) => {
    const others = [...ids.slice(here + 1), ...ids.slice(0, here).reverse()];
    go(ids.indexOf(others.find((id) => !gone.has(id) && !leaving.has(id)) ?? ""));
  };
  return { here, current: (hereId === ids[here] ? list.row(here) : undefined) ?? data, go, goOn };
}

/** The items that the user has chosen in order to decide them at once. `still`: those that still wait in the list. */
function useChosen(list: Paged<"inbox">, leaving: ReadonlySet<string>) {
  const { say } = useShared();
  const [chosen, setChosen] = useKept<ReadonlyMap<string, Waiting>>("chosen in the inbox", new Map());
  const still = [...chosen.values()].filter(({ memory: { id } }) =>
    list.head?.ids.includes(id) && !leaving.has(id)
  );
  const toggle = (one: Waiting) => {
    if (one.memory.about?.proposed) return say("A proposal is decided alone");
    const next = new Map(chosen);
    if (!next.delete(one.memory.id)) next.set(one.memory.id, one);
    setChosen(next);
  };
  const left = () => [...chosen].filter(([, one]) => !still.includes(one)); // chosen with another filter
  return { chosen, still, toggle, clear: () => setChosen(new Map(left())) };
}

function ChoiceBox({ one, chosen, toggle }: {
  readonly one: Waiting;
  readonly chosen: ReadonlyMap<string, Waiting>;
  readonly toggle: (one: Waiting) => void;
}) {
  const { id, about } = one.memory;
  if (about?.proposed) return null;
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`Choose ${id}`}
        checked={chosen.has(id)}
        onChange={() => toggle(one)}
      />
    </label>
  );
}

function WordFilter({ q }: { readonly q: string }) {
  const [words, setWords] = useState(q);
  return (
    <form
      class="filters"
      role="search"
      onSubmit={submits(() => goTo(linkTo("inbox", undefined, { q: words.trim() })))}
    >
      <WordsField label="Words of an item" example="words or category" words={words} setWords={setWords} />
    </form>
  );
}

/** Returns a function that keeps or drops candidates, and confirms or forgets memories. */
function useDecide() {
  const shared = useShared();
  return async (how: "keep" | "away", meant: readonly Waiting[]) => {
    const groups = Map.groupBy(meant, ({ memory }) => memory.status === "candidate");
    for (const [isCandidate, all] of groups) {
      const verb = isCandidate ? how === "keep" ? "keep" : "drop" : how === "keep" ? "confirm" : "forget";
      await act(shared, verb, { ids: all.map(({ memory }) => memory.id) });
    }
  };
}

function Detail({ memory, doubts, isLeaving, isEditing, all, edit, decide }: Waiting & {
  readonly isLeaving: boolean;
  readonly isEditing: boolean;
  readonly all: readonly Waiting[]; // what the buttons decide: the chosen items, or this one
  readonly edit: (isEditing: boolean) => void;
  readonly decide: (how: "keep" | "away") => void;
}) {
  const isAmong = all.some((one) => one.memory.id === memory.id);
  const [only, ...others] = all.map((one) => one.memory.id);
  const meant = others.length > 0 ? `${all.length}${isAmong ? "" : " chosen"}` : isAmong ? "" : only;
  const several = meant && <span class="quiet">{` ${meant}`}</span>; // after a button's verb
  const away = new Set(all.map((one) => one.memory.status === "candidate" ? dropName(one.memory) : "Forget"));
  return (
    <article class="detail" tabIndex={-1} aria-label={`${memory.id}, ${categoryName(memory.category)}`}>
      <p class="row-head">
        <Tag name={memory.category} />
        <ItemLink id={memory.id} />
        <span class="quiet">
          <Place memory={memory} /> · <Age at={memory.created_at} />
        </span>
      </p>
      <MemoryText
        memory={memory}
        isLeaving={isLeaving}
        form={isEditing && <MemoryForm memory={memory} close={() => edit(false)} />}
      >
        <button type="button" class="main" onClick={() => decide("keep")} disabled={isLeaving}>
          {keepName(memory)}
          {several}
        </button>
        <button type="button" onClick={() => edit(true)} disabled={isLeaving}>Edit</button>
        <button type="button" class="danger" onClick={() => decide("away")} disabled={isLeaving}>
          {[...away].join(" or ")}
          {several}
        </button>
      </MemoryText>
      {doubts.length > 0 && (
        <Section title="Doubts">
          <Lines lines={doubts} />
        </Section>
      )}
      <Source memory={memory} />
    </article>
  );
}

function waitingText(
  { total, candidates, proposals, minutes }: NonNullable<Paged<"inbox">["head"]>,
): string {
  const own = candidates - proposals;
  const parts = [
    ...(own > 0 ? [`${amount(own, "candidate")} to keep or drop`] : []),
    ...(proposals > 0 ? [`${amount(proposals, "proposal")} to accept or refuse`] : []),
    ...(total > candidates ? [amount(total - candidates, "doubtful memory")] : []),
  ];
  if (parts.length === 0) return "Nothing to decide.";
  return `${parts.join(", ")}: about ${amount(Math.max(1, minutes), "minute")}.`;
}
