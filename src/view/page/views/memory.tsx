/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Answers, ListedMemory } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { Listing, usePaged } from "../lists.tsx";
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
  ScrollTable,
  shortPath,
  Tag,
} from "../parts.tsx";
import { goTo, linkTo, type Route, useAnswer, useShared, useStaying } from "../state.ts";
import { momentName, SaidThere } from "../steps.tsx";

export function Memory({ route }: { readonly route: Route }) {
  return route.id === undefined ? <MemoryList route={route} /> : <OneMemory id={route.id} key={route.id} />;
}

const ROW_HEIGHT = 68;
const STATUSES = [["active", "in use"], ["candidate", "candidates"], [
  "superseded",
  "outdated or replaced",
]] as const;

function MemoryList({ route }: { readonly route: Route }) {
  const status = route.params.get("status") ?? "active";
  const category = route.params.get("category") ?? "";
  const list = usePaged("memories", { status, category });
  const [isAdding, setAdding] = useState(false);
  return (
    <div class="view fill">
      <Head title="Memory">The memories, newest first.</Head>
      <Filters status={status} category={category}>
        <span class="quiet" role="status">
          {list.total !== undefined && `${list.total.toLocaleString()} in the list`}
        </span>
        {COPY === undefined && !isAdding && (
          <button type="button" onClick={() => setAdding(true)}>Add a memory</button>
        )}
      </Filters>
      {isAdding && <MemoryForm close={() => setAdding(false)} />}
      <Listing
        list={list}
        key={`${status} ${category}`}
        label="Memories"
        name={`memories ${status} ${category}`}
        height={ROW_HEIGHT}
        link={({ id }) => linkTo("memory", id)}
        row={(memory) => <MemoryRow memory={memory} />}
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

function Filters(
  { status, category, children }: {
    readonly status: string;
    readonly category: string;
    readonly children: ComponentChildren;
  },
) {
  const { data: categories = [] } = useAnswer("categories", {}, "live");
  const filter = (change: Record<string, string>) =>
    goTo(linkTo("memory", undefined, { status, category, ...change }));
  return (
    <div class="filters">
      <label>
        Status{" "}
        <select value={status} onChange={(event) => filter({ status: event.currentTarget.value })}>
          {STATUSES.map(([name, label]) => <option key={name} value={name}>{label}</option>)}
        </select>
      </label>
      <label>
        Category{" "}
        <select value={category} onChange={(event) => filter({ category: event.currentTarget.value })}>
          <option value="">any</option>
          {categories.map(({ category: name, count }) => (
            <option key={name} value={name}>{categoryName(name)} ({count.toLocaleString()})</option>
          ))}
        </select>
      </label>
      {children}
    </div>
  );
}

function MemoryRow({ memory }: { readonly memory: ListedMemory }) {
  const { project } = useShared();
  return (
    <>
      <span class="row-head">
        <span class="id">{memory.id}</span>
        <Tag name={memory.category} />
        {memory.rejected !== null && <span class="tag warn">tried and dropped</span>}
        <span class="quiet">
          <Age at={memory.updated_at} />
          {(project === "" || memory.project !== project || memory.author !== null) &&
            ` · ${placeOf(memory)}`}
          {memory.use_count > 0 && ` · opened in ${amount(memory.use_count, "session")}`}
        </span>
      </span>
      <span class="row-text">{memory.title ? `${memory.title}: ` : ""}{memory.body}</span>
    </>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  triage: "found when a turn ended",
  user: "you said so",
  agent: "saved by the agent",
  import: "imported",
};

const STATUS_WORDS: Readonly<Record<string, string>> = {
  active: "in use",
  candidate: "a candidate that nobody has kept yet",
  superseded: "outdated or replaced",
  deleted: "forgotten",
};

/** Shows one memory: its text, source, tellings, doubts and replacements, and a form to forget it. */
function OneMemory({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("memory", { id }, "live");
  const isLeaving = leavingIds(useShared().actions).has(id);
  if (data === undefined) return <Loading error={error} />;
  const { memory } = data;
  const head = (
    <Head title={`Memory ${id}`}>
      <Tag name={memory.category} /> {STATUS_WORDS[memory.status]} · {placeOf(memory)} · saved{" "}
      <Age at={memory.created_at} />
    </Head>
  );
  if (memory.status === "deleted") {
    return (
      <div class="view">
        {head}
        <Empty title="It was forgotten.">
          Its text is gone from the database, its index and its backups. Only its number is left, so that no
          other memory gets it.
        </Empty>
      </div>
    );
  }
  return (
    <div class="view">
      {head}
      <MemoryText data={data} isLeaving={isLeaving} />
      <section>
        <h2>Source</h2>
        <Source data={data} />
        <SaidThere memory={memory} />
      </section>
      <section>
        <h2>Told and opened</h2>
        <ToldTimes data={data} />
      </section>
      <Against data={data} />
      {COPY === undefined && <Forget key={id} memory={memory} isLeaving={isLeaving} />}
    </div>
  );
}

type MemoryData = { readonly data: Answers["memory"] };

function MemoryText({ data: { memory }, isLeaving }: MemoryData & { readonly isLeaving: boolean }) {
  const [form, setForm] = useState<"edit" | "merge">();
  const [merged, setMerged] = useState<string>();
  const { data: other, error } = useAnswer(merged === undefined ? undefined : "memory", { id: merged });
  const { id, title, body, status, superseded_by, author } = memory;
  const close = () => {
    setForm(undefined);
    setMerged(undefined);
  };
  return (
    <article class="detail" aria-label={id}>
      {title && <h2>{title}</h2>}
      {form === undefined && other === undefined && <p class="body">{body}</p>}
      {form === "edit" && <MemoryForm memory={memory} close={close} />}
      {form === "merge" && other === undefined && <MergeWith merge={setMerged} close={close} />}
      {other !== undefined && <MemoryForm memory={memory} other={other.memory} close={close} />}
      <Problem text={error} />
      {isLeaving && <p class="problem">It is about to be removed; Undo below keeps it.</p>}
      {form === undefined && COPY === undefined && (
        <p class="actions">
          {status === "candidate" && (
            <ActionButton verb="keep" body={{ ids: [id] }} class="main">Keep</ActionButton>
          )}
          {status === "superseded" && superseded_by === null && (
            <ActionButton verb="confirm" body={{ ids: [id] }}>It holds again</ActionButton>
          )}
          <button type="button" onClick={() => setForm("edit")} disabled={isLeaving}>Edit</button>
          {status !== "superseded" && (
            <button
              type="button"
              onClick={() => setForm("merge")}
              disabled={isLeaving}
            >
              Merge
            </button>
          )}
          {status === "active" && (
            <ActionButton verb="outdated" body={{ id }} disabled={isLeaving}>Outdated</ActionButton>
          )}
        </p>
      )}
      {author !== null && (
        <p class="quiet">An edit makes a copy of your own, and asks {author} to take the change.</p>
      )}
    </article>
  );
}

function MergeWith(
  { merge, close }: { readonly merge: (id: string) => void; readonly close: () => void },
) {
  const [id, setId] = useState("");
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        merge(id.trim());
      }}
    >
      <label>
        It replaces the memory{" "}
        <input value={id} placeholder="m12" onInput={(event) => setId(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!/^\s*m\d+\s*$/.test(id)}>Show both</button>
      <button type="button" onClick={close}>Cancel</button>
    </form>
  );
}

function Source({ data: { memory, edited_at } }: MemoryData) {
  const { source, author, confidence, cues, rejected, updated_at, recall_when, files } = memory;
  return (
    <dl class="facts">
      <Fact name="By">
        {author === null ? SOURCES[source] : `${author} of the team`}, {Math.round(confidence * 100)} % sure
      </Fact>
      {cues.length > 0 && <Fact name="Cues">{cues.join("; ")}</Fact>}
      {rejected !== null && <Fact name="Tried and dropped">{rejected || "no reason was given"}</Fact>}
      <Fact name="Changed">
        <Age at={updated_at} />
        {edited_at && ", its words by hand"}
      </Fact>
      {recall_when.length > 0 && <Fact name="Comes back for">{recall_when.join("; ")}</Fact>}
      {files.length > 0 && <Fact name="Files">{files.join(", ")}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The limit for the number of tellings that the server returns. */
const MOST_TOLD = 100;

function ToldTimes({ data: { told } }: MemoryData) {
  if (told.length === 0) return <p class="quiet">No agent has been told of it yet.</p>;
  const opened = new Set(told.filter((one) => one.is_opened === 1).map(({ session }) => session)).size;
  return (
    <>
      <p>
        {told.length === MOST_TOLD ? `The last ${MOST_TOLD} times` : `Told ${amount(told.length, "time")}`},
        opened in {amount(opened, "session")}.
      </p>
      <ScrollTable label="When it was told" head={["When", "Session", "At", "How", "Opened"]}>
        {told.map((one) => (
          <tr key={one.telling}>
            <td>
              <a href={linkTo("told", one.telling)}>
                <Age at={one.at} />
              </a>
            </td>
            <td>
              <ItemLink id={one.session}>{one.session_title ?? one.session}</ItemLink>
            </td>
            <td>{momentName(one.hook)}</td>
            <td>{one.is_titled === 1 ? "in a line" : "in full"}</td>
            <td>{one.is_opened === 1 ? "yes" : "no"}</td>
          </tr>
        ))}
      </ScrollTable>
    </>
  );
}

/** Shows doubts about the memory, its replacement, the memories that it replaces, and projects that do not show it. */
function Against({ data: { memory, doubts, supersedes, superseded_by: by, not_here } }: MemoryData) {
  const { id } = memory;
  return (
    <section>
      <h2>Doubts and replacements</h2>
      {doubts.length === 0 && by === null && <p class="quiet">None are known.</p>}
      {doubts.length > 0 && (
        <>
          <ul class="plain-list">{doubts.map((doubt) => <li key={doubt}>{doubt}</li>)}</ul>
          <ActionButton verb="confirm" body={{ ids: [id] }}>It still holds</ActionButton>
        </>
      )}
      <dl class="facts">
        {by && (
          <Fact name="Replaced by">
            <ItemLink id={by.id} /> {by.body}
          </Fact>
        )}
        {supersedes.map((one) => (
          <Fact key={one.id} name="Replaces">
            <ItemLink id={one.id} /> {one.body}
          </Fact>
        ))}
        {not_here.map((project) => (
          <Fact key={project} name="Not told in">
            {shortPath(project)}{" "}
            <ActionButton verb="not_here" body={{ id, project, is_back: true }} class="plain">
              Tell it there
            </ActionButton>
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** Shows everything that a forget would remove, and the button for it. */
function Forget(
  { memory: { id, author }, isLeaving }: { readonly memory: ListedMemory; readonly isLeaving: boolean },
) {
  const { data: reach, error } = useAnswer(useStaying() ? "reach" : undefined, { id }); // only after a moment, because the search reads every row
  const [source, setSource] = useState(false);
  const [backups, setBackups] = useState(false);
  return (
    <section class="forget" aria-labelledby="forget">
      <h2 id="forget">Forget it</h2>
      <p>
        This removes its text, title and evidence from the database with all copies and indexes, from the log
        and from the daily backups. You can undo it for ten seconds.
        {author !== null && ` ${author} keeps it, and is asked to forget it with the next sync.`}
      </p>
      <Problem text={error} />
      {reach === undefined
        ? error === undefined && <p class="quiet" role="status">Searching other places for its words…</p>
        : (
          <ul class="plain-list">
            {reach.sources === "" && reach.files.length === 0 && <li>No other place has its words.</li>}
            <Reached what={reach.sources} is={source} set={setSource}>Also clear what it came from:</Reached>
            <Reached what={reach.files.join(", ")} is={backups} set={setBackups}>
              Also remove the files with its words:
            </Reached>
            {reach.alike.length > 0 && (
              <li>
                These have the same words and stay:
                {reach.alike.map((one) => (
                  <span key={one}>
                    {" "}
                    <ItemLink id={one} />
                  </span>
                ))}
              </li>
            )}
          </ul>
        )}
      <ActionButton
        verb="forget"
        body={{ ids: [id], source, backups }}
        class="danger"
        disabled={isLeaving}
      >
        Forget
      </ActionButton>
    </section>
  );
}

function Reached({ what, is, set, children }: {
  readonly what: string;
  readonly is: boolean;
  readonly set: (is: boolean) => void;
  readonly children: ComponentChildren;
}) {
  if (what === "") return null;
  return (
    <li>
      <label>
        <input type="checkbox" checked={is} onChange={(event) => set(event.currentTarget.checked)} />{" "}
        {children} {what}
      </label>
    </li>
  );
}
