/// <reference lib="dom" />
// The view Told: the texts that hooks printed for a session, each line with its source.
import { useEffect, useRef } from "preact/hooks";
import type { Answers, RowOf } from "../../../cli/view/reads.ts";
import { COPY } from "../ask.ts";
import { ActionButton, leavingIds } from "../action_list.tsx";
import { sayerOf, STATUSES } from "../memory_detail.tsx";
import { Age, amount, clock, Empty, Head, ItemLink, Loading, Removal, useProjectNames } from "../parts.tsx";
import { linkTo, type Route, useAnswer, useShared } from "../state.ts";
import { momentName } from "../steps.tsx";

const PAGE = 50;
type Telling = RowOf<"told">;
type Items = Answers["told"]["items"];

export function Told({ route: { id, params } }: { readonly route: Route }) {
  const name = id === undefined ? undefined : "told";
  const { data, error } = useAnswer(name, { id, offset: params.get("from") ?? "", limit: PAGE }, "live");
  const nameOf = useProjectNames();
  if (id === undefined) {
    return (
      <div class="view">
        <Head title="Told" />
        <Empty title="No session is chosen.">
          Open one in <a href={linkTo("sessions")}>Sessions</a>, and there “What it was told, and why”.
        </Empty>
      </div>
    );
  }
  if (data === undefined) return <Loading error={error} />;
  const { session, offset, total, rows, items } = data;
  return (
    <div class="view">
      <Head title={`What ${session.id} was told`} key={`${session.id} ${offset}`}>
        <ItemLink id={session.id}>{session.title ?? session.id}</ItemLink> · {nameOf(session.project)} · told
        {" "}
        {amount(total, "time")}. {COPY === undefined && (
          <>
            <b>Wrong</b> forgets a memory. <b>Outdated</b> hides it from agents and from search.{" "}
            <b>Not here</b>{" "}
            hides it from agents in this project, unless they search for it. You can undo each.
          </>
        )}
      </Head>
      {total === 0 && (
        <Empty title="It was told nothing.">
          {reasonFor(session)} The <a href={linkTo("preview")}>preview</a>{" "}
          shows what a session would be told now.
        </Empty>
      )}
      {rows.map((telling) => (
        <TellingBlock
          key={telling.id}
          telling={telling}
          items={items}
          project={session.project}
          isTarget={telling.id === id}
        />
      ))}
      {total > PAGE && (
        <p class="actions">
          {offset > 0 && (
            <a href={linkTo("told", session.id, { from: Math.max(0, offset - PAGE) })}>Earlier</a>
          )}
          {offset + PAGE < total && <a href={linkTo("told", session.id, { from: offset + PAGE })}>Later</a>}
        </p>
      )}
    </div>
  );
}

function reasonFor({ source, end_reason }: Answers["told"]["session"]): string {
  if (source === "sync") return "It ran on another machine, which knows what it was told there.";
  return end_reason === "import"
    ? "mneme did not run then: the session was added later, from its transcript (mneme replay)."
    : "No memory fitted, or the settings switch this off.";
}

/** Matches the beginning of a line about an item, with the item's id. */
const ITEM_LINE = /^(?:- )?([a-z]\d+) · /;

function TellingBlock({ telling, items, project, isTarget }: {
  readonly telling: Telling;
  readonly items: Items;
  readonly project: string;
  readonly isTarget: boolean;
}) {
  const { id, at, hook, tokens, text, prompt, agent_id } = telling;
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) own.current?.scrollIntoView();
  }, [isTarget]);
  const lines = (text ?? "").split("\n").map((line) => ({ line, item: ITEM_LINE.exec(line)?.[1] }));
  const shown = new Set(lines.map(({ item }) => item));
  const others = telling.items.filter((one) => !shown.has(one));
  const titles = new Set(telling.titles);
  const opened = telling.titles.filter((one) => items[one]?.is_opened);
  return (
    <section ref={own} aria-labelledby={`h-${id}`}>
      <h2 id={`h-${id}`}>
        At {momentName(hook)}, {clock(at)}
        {agent_id !== "" && ", a subagent"}
      </h2>
      {prompt && (
        <blockquote class="asked">
          <p>{prompt}</p>
        </blockquote>
      )}
      <p class="quiet">
        {telling.items.length > 0 && `${amount(telling.items.length, "item")}, `}
        {telling.titles.length > 0 &&
          `${telling.titles.length.toLocaleString()} only by title (${opened.length.toLocaleString()} of these opened in this session), `}
        about {amount(tokens, "token")}
      </p>
      {text === null
        ? <p class="quiet">Its text is not kept any more. It had these items:</p>
        : (
          <ol class="told lines">
            {lines.map(({ line, item }, i) => (
              <li key={i}>
                <span class="line">{line}</span>
                {item !== undefined && items[item] && (
                  <ItemFacts id={item} item={items[item]} project={project} isTitle={titles.has(item)} />
                )}
              </li>
            ))}
          </ol>
        )}
      {others.length > 0 && (
        <ul class="cards">
          {others.map((one) => (
            <li key={one}>
              {items[one]?.label}{" "}
              <ItemFacts id={one} item={items[one]!} project={project} isTitle={titles.has(one)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Facts about an item below its line, and for a memory buttons. */
function ItemFacts({ id, item, project, isTitle }: {
  readonly id: string;
  readonly item: Items[string];
  readonly project: string;
  readonly isTitle: boolean; // true if only the title was told: other items need not be opened
}) {
  const isLeaving = leavingIds(useShared().actions).has(id);
  const { status, said, session, saved_at, is_opened, is_excluded } = item;
  const isMemory = said !== null; // only memories have a sayer
  const button = (name: string, verb: "forget" | "outdated" | "not_here", body: object) => (
    <ActionButton
      verb={verb}
      body={body}
      label={`${name}: ${id}`}
      disabled={isLeaving || status !== "active" || (verb === "not_here" && is_excluded)}
    >
      {name}
    </ActionButton>
  );
  return (
    <span class="note">
      <span class="quiet">
        <ItemLink id={id} /> ·{" "}
        {is_opened ? <b class="outcome good">opened</b> : isTitle ? "not opened" : "told in full"}
        {isMemory && (
          <>
            {" "}· {sayerOf(said)}
            {session && " in "}
            {session && <ItemLink id={session.id}>{session.title ?? session.id}</ItemLink>}
          </>
        )}
        {saved_at !== null && (
          <>
            {" "}· <Age at={saved_at} />
          </>
        )}
        {status !== null && status !== "active" && ` · ${STATUSES[status]}`}
        {is_excluded && " · not told in this project"}
      </span>
      <Removal id={id} />
      {id.startsWith("r") && ( // a repair, which has no view
        <span class="quiet">
          To read it: <code>mneme get {id}</code>
        </span>
      )}
      {isMemory && COPY === undefined && (
        <span class="actions">
          {button("Wrong", "forget", { ids: [id] })}
          {button("Outdated", "outdated", { id })}
          {button("Not here", "not_here", { id, project })}
        </span>
      )}
    </span>
  );
}
