/// <reference lib="dom" />
import { useState } from "preact/hooks";
import type { CategoryCount, ListedMemory, MemoryView, ReachView } from "../../contract.ts";
import { COPY } from "../ask.ts";
import { act, leavingIds } from "../deed_list.tsx";
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
  Score,
  Tag,
} from "../parts.tsx";
import { goTo, linkTo, type Route, useAnswer, useShared } from "../state.ts";
import { hookName } from "../steps.tsx";
import { usePaged, VirtualList } from "../virtual_list.tsx";

/** Everything that is kept, or all of one memory. */
export function Memory({ route }: { readonly route: Route }) {
  return route.id === undefined ? <MemoryList route={route} /> : <OneMemory id={route.id} key={route.id} />;
}

const ROW_HEIGHT = 68;
const STATUSES = [["active", "in use"], ["candidate", "candidates"], ["superseded", "replaced"]] as const;

function MemoryList({ route }: { readonly route: Route }) {
  const status = route.params.get("status") ?? "active";
  const category = route.params.get("category") ?? "";
  const list = usePaged<ListedMemory>("memories", { status, category });
  const { data: categories = [] } = useAnswer<readonly CategoryCount[]>("categories", {}, "live");
  const filter = (change: Record<string, string>) =>
    goTo(linkTo("memory", undefined, { status, category, ...change }));
  return (
    <div class="view fill">
      <Head title="Memory">What is kept, the newest first.</Head>
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
              <option key={name} value={name}>{categoryName(name)} ({count.toLocaleString("en")})</option>
            ))}
          </select>
        </label>
        <span class="quiet" role="status">
          {list.total !== undefined && `${list.total.toLocaleString("en")} in the list`}
        </span>
      </div>
      <Problem text={list.error} />
      {list.total === undefined && <Loading />}
      {list.total === 0 && (
        <Empty title="No memory of this kind yet.">
          Agents save them as they work, the <a href={linkTo("inbox")}>inbox</a>{" "}
          turns candidates into some, and <code>mneme memory add</code> takes one from you.
        </Empty>
      )}
      {list.total !== undefined && list.total > 0 && (
        <VirtualList
          label="Memories"
          total={list.total}
          height={ROW_HEIGHT}
          need={list.need}
          draw={(index) => {
            const memory = list.row(index);
            if (memory === undefined) return <span class="row pending" />;
            return (
              <a class="row" href={linkTo("memory", memory.id)}>
                <span class="row-head">
                  <span class="id">{memory.id}</span>
                  <Tag name={memory.category} />
                  {memory.rejected !== null && <span class="tag warn">tried and dropped</span>}
                  <span class="quiet">
                    <Age at={memory.updated_at} /> · {placeOf(memory)}
                    {memory.use_count > 0 && ` · used ${amount(memory.use_count, "time")}`}
                  </span>
                </span>
                <span class="row-text">{memory.title ? `${memory.title}: ` : ""}{memory.body}</span>
              </a>
            );
          }}
        />
      )}
    </div>
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
  candidate: "candidate: flagged and never saved",
  superseded: "replaced",
  deleted: "forgotten",
};

function OneMemory({ id }: { readonly id: string }) {
  const shared = useShared();
  const { data, error } = useAnswer<MemoryView>("memory", { id }, "live");
  const [isEditing, setEditing] = useState(false);
  if (error !== undefined) return <Problem text={error} />;
  if (data === undefined) return <Loading />;
  const { memory, supersedes, superseded_by: by, doubts, shown } = data;
  const isGone = memory.status === "deleted";
  const isLeaving = leavingIds(shared.deeds).has(id);
  const used = shown.filter((one) => one.used === 1).length;
  return (
    <div class="view">
      <Head title={`Memory ${id}`}>
        <Tag name={memory.category} /> {STATUS_WORDS[memory.status]} · {placeOf(memory)} · saved{" "}
        <Age at={memory.created_at} />
      </Head>
      {isGone && (
        <Empty title="It was forgotten.">
          Its text is gone from the database, its index and its backups; only its number is left, so that it
          is never given again.
        </Empty>
      )}
      {!isGone && (
        <article class="detail" aria-label={id}>
          {memory.title && <h2>{memory.title}</h2>}
          {isEditing
            ? <MemoryForm memory={memory} close={() => setEditing(false)} />
            : <p class="body">{memory.body}</p>}
          {isLeaving && <p class="problem">It is about to be removed; Undo below keeps it.</p>}
          {!isEditing && COPY === undefined && (
            <p class="actions">
              {memory.status === "candidate" && (
                <button
                  type="button"
                  class="main"
                  onClick={() => void act(shared, "keep", { ids: [id] })}
                >
                  Keep
                </button>
              )}
              <button type="button" onClick={() => setEditing(true)} disabled={isLeaving}>Edit</button>
            </p>
          )}
        </article>
      )}
      {doubts.length > 0 && (
        <section>
          <h2>What speaks against it</h2>
          <ul class="plain-list">{doubts.map((doubt) => <li key={doubt}>{doubt}</li>)}</ul>
          <button type="button" onClick={() => void act(shared, "confirm", { ids: [id] })}>
            It still holds
          </button>
        </section>
      )}
      {!isGone && (
        <section>
          <h2>What it stands on</h2>
          {memory.quote !== "" && (
            <blockquote>
              <p>
                <mark>{memory.quote}</mark>
              </p>
            </blockquote>
          )}
          <dl class="facts">
            {memory.rejected !== null && (
              <Fact name="Tried and dropped">
                {memory.rejected === "" ? "no reason was given" : memory.rejected}
              </Fact>
            )}
            <Fact name="Why">
              {memory.author === null ? SOURCES[memory.source] : `${memory.author} of the team said so`},{" "}
              {Math.round(memory.confidence * 100)} % sure
            </Fact>
            {memory.cues.length > 0 && <Fact name="Cues">{memory.cues.join("; ")}</Fact>}
            {memory.session && (
              <Fact name="Session">
                <ItemLink id={memory.session.id}>{memory.session.title ?? memory.session.id}</ItemLink>
              </Fact>
            )}
            {memory.recall_when.length > 0 && (
              <Fact name="Comes back for">{memory.recall_when.join("; ")}</Fact>
            )}
            {memory.files.length > 0 && <Fact name="Files">{memory.files.join(", ")}</Fact>}
            <Fact name="Changed">
              <Age at={memory.updated_at} />
              {data.edited_at && ", its words by hand"}
            </Fact>
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
          </dl>
        </section>
      )}
      {!isGone && COPY === undefined && <Forget id={id} isLeaving={isLeaving} />}
      <section>
        <h2>When it was shown</h2>
        {shown.length === 0 ? <p class="quiet">It has not come back yet.</p> : (
          <>
            <p>
              {shown.length === 100 ? "The last 100 times" : amount(shown.length, "time")}, used in {used}.
            </p>
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Session</th>
                  <th scope="col">At</th>
                  <th scope="col">Tokens</th>
                  <th scope="col">Used</th>
                  <th scope="col">Score</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((one) => (
                  <tr key={`${one.at} ${one.session}`}>
                    <td>
                      <Age at={one.at} />
                    </td>
                    <td>
                      <ItemLink id={one.session}>{one.session_title ?? one.session}</ItemLink>
                    </td>
                    <td>{hookName(one.hook)}</td>
                    <td class="number">{one.tokens}</td>
                    <td>{one.used === null ? "not judged yet" : one.used === 1 ? "yes" : "no"}</td>
                    <td>
                      {one.why.length > 0 && (
                        <Score score={one.why.reduce((sum, { value }) => sum + value, 0)} why={one.why} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </section>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Takes a memory out of everything, and says before what that reaches. */
function Forget({ id, isLeaving }: { readonly id: string; readonly isLeaving: boolean }) {
  const shared = useShared();
  const { data: reach } = useAnswer<ReachView>("reach", { id });
  const [source, setSource] = useState(false);
  const [backups, setBackups] = useState(false);
  return (
    <section class="forget" aria-labelledby="forget">
      <h2 id="forget">Forget it</h2>
      <p>
        Its text, title and evidence go from the database, from every copy and index in it, from its log and
        from the daily backups. Ten seconds are left to undo that.
      </p>
      {reach === undefined
        ? <p class="quiet" role="status">Looking where else its words stand…</p>
        : (
          <ul class="plain-list">
            {reach.sources.length === 0 && reach.files.length === 0 && (
              <li>Nothing else is known to hold its words.</li>
            )}
            {reach.sources.length > 0 && (
              <li>
                <label>
                  <input
                    type="checkbox"
                    checked={source}
                    onChange={(event) => setSource(event.currentTarget.checked)}
                  />{" "}
                  Also clear what it came from: {reach.sources.join(", ")}
                </label>
              </li>
            )}
            {reach.files.length > 0 && (
              <li>
                <label>
                  <input
                    type="checkbox"
                    checked={backups}
                    onChange={(event) => setBackups(event.currentTarget.checked)}
                  />{" "}
                  Also remove the files that hold it: {reach.files.join(", ")}
                </label>
              </li>
            )}
            {reach.alike.length > 0 && (
              <li>
                These hold its words, too, and stay: {reach.alike.map((one) => (
                  <>
                    <ItemLink key={one} id={one} />
                    {" "}
                  </>
                ))}
              </li>
            )}
          </ul>
        )}
      <button
        type="button"
        class="danger"
        disabled={isLeaving}
        onClick={() => void act(shared, "forget", { ids: [id], source, backups })}
      >
        Forget
      </button>
    </section>
  );
}
