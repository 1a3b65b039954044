/// <reference lib="dom" />
// Parts of views that show memories: the line in a list, the text with buttons, the source.
import type { ComponentChildren } from "preact";
import type { ListedMemory } from "../../cli/view/reads.ts";
import { COPY } from "./ask.ts";
import { Age, amount, isStart, ItemLink, Section, Tag, useProjectNames } from "./parts.tsx";
import { useShared } from "./state.ts";
import { TurnOfMemory } from "./steps.tsx";

const SOURCES: Readonly<Record<ListedMemory["source"], string>> = {
  triage: "found by mneme in a conversation",
  user: "you said so",
  agent: "saved by the agent",
  import: "imported",
};

/** Returns by whom a memory was said, such as "saved by the agent" or "copied from anna (team:web)". */
export function sayerOf({ source, author, from }: Pick<ListedMemory, "source" | "author" | "from">): string {
  if (author !== null) return `${author} of the team`;
  return from === null ? SOURCES[source] : `copied from ${from.author} (${from.space})`;
}

export const STATUSES: Readonly<Record<ListedMemory["status"], string>> = {
  active: "in use",
  candidate: "candidate, not kept yet",
  superseded: "outdated or replaced",
  deleted: "forgotten or dropped",
};

/** The project in which a memory holds, and its author if that is another person. */
export function Place({ memory: { scope, project, author } }: { readonly memory: ListedMemory }) {
  const nameOf = useProjectNames();
  const place = scope === "user" ? "every project" : nameOf(project ?? "no project");
  return <>{author === null ? place : `said by ${author} · ${place}`}</>;
}

export function MemoryLine(
  { memory, children }: { readonly memory: ListedMemory; readonly children?: ComponentChildren },
) {
  const { project } = useShared();
  const { id, category, status, rejected, created_at, updated_at, use_count, title, body, author } = memory;
  return (
    <>
      <span class="row-head">
        {children}
        <span class="id">{id}</span>
        <Tag name={category} />
        {rejected !== null && <span class="tag warn">tried and dropped</span>}
        <span class="quiet">
          {(project === "" || memory.project !== project || author !== null) && (
            <>
              <Place memory={memory} /> ·{" "}
            </>
          )}
          <Age at={status === "candidate" ? created_at : updated_at} />
          {use_count > 0 && ` · opened in ${amount(use_count, "session")}`}
        </span>
      </span>
      <span class="row-text">
        {proposed(memory)}
        {title && !isStart(title, body) ? `${title}: ` : ""}
        {body}
      </span>
    </>
  );
}

/** Returns "ben proposes to forget m12: " (sync writes it as the first cue) for a team member's proposal, else "". */
function proposed({ about, cues }: ListedMemory): string {
  return about?.proposed ? `${cues[0] ?? `A member proposes: ${about.proposed} ${about.id}`}: ` : "";
}

/** Returns the name of the button that keeps a candidate: "Keep", "Forget m12" or "Change m12". */
export function keepName({ about }: ListedMemory): string {
  return about?.proposed ? `${about.proposed} ${about.id}` : "Keep";
}

/** Returns the name of the button that drops a candidate: "Drop", or "Refuse" for a proposal. */
export function dropName({ about }: ListedMemory): string {
  return about?.proposed ? "Refuse" : "Drop";
}

/** The text of a memory with buttons (`children`), or the form in which it is changed. */
export function MemoryText({ memory, form, isLeaving, children }: {
  readonly memory: ListedMemory;
  readonly form: ComponentChildren;
  readonly isLeaving: boolean;
  readonly children: ComponentChildren;
}) {
  const { title, body, about } = memory; // about: the memory that it would change, or that won in a merge
  const now = about?.body === body && about.title === title
    ? "says this now."
    : `says now: ${about?.title ? `${about.title}: ` : ""}${about?.body || "nothing, as it is forgotten"}`;
  return (
    <>
      {about?.proposed && <h2>{proposed(memory).slice(0, -2)}</h2>}
      {title && <h2>{title}</h2>}
      {form || <p class="body">{body}</p>}
      {about && (
        <p class="quiet">
          <ItemLink id={about.id} /> {now}
        </p>
      )}
      {isLeaving && <p class="problem">It is about to be removed; Undo below keeps it.</p>}
      {!form && COPY === undefined && <p class="actions">{children}</p>}
    </>
  );
}

/**
 * The source of a memory, with further facts (`children`) and the turn in which it was found. A proposal comes from a
 * team member, not from a turn.
 */
export function Source(
  { memory, children }: { readonly memory: ListedMemory; readonly children?: ComponentChildren },
) {
  const { about, confidence, cues, rejected, updated_at, recall_when, files, edited_at } = memory;
  const isProposal = Boolean(about?.proposed);
  return (
    <Section title="Source">
      <dl class="facts">
        <Fact name="By">
          {sayerOf(memory)}
          {!isProposal && `, ${Math.round(confidence * 100)} % sure`}
        </Fact>
        {cues.length > 0 && !isProposal && <Fact name="Cues">{cues.join("; ")}</Fact>}
        {rejected !== null && <Fact name="Tried and dropped">{rejected || "no reason was given"}</Fact>}
        <Fact name="Changed">
          <Age at={updated_at} />
          {edited_at && ", text edited by hand"}
        </Fact>
        {recall_when.length > 0 && <Fact name="Comes back for">{recall_when.join("; ")}</Fact>}
        {files.length > 0 && <Fact name="Files">{files.join(", ")}</Fact>}
        {children}
      </dl>
      {!isProposal && <TurnOfMemory memory={memory} />}
    </Section>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
