/// <reference lib="dom" />
// The form that edits a memory, merges another one into it, or adds a new one.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedMemory } from "../../cli/view/reads.ts";
import type { MemoryChange } from "../../cli/view/changes.ts";
import type { MAX_PHRASES } from "../../memory/recall_phrases.ts";
import { act } from "./action_list.tsx";
import { ask, COPY, type Refused } from "./ask.ts";
import { CATEGORIES, Choice, submits, useProjectNames } from "./parts.tsx";
import { focusItem, isComposing, useShared } from "./state.ts";

/** The beginning of the keys in `sessionStorage` under which a tab keeps the unsaved input of forms. */
const DRAFT = "mneme-draft ";
/** The id of a new memory's draft. */
export const NEW = "new";

export function hasDraft(id: string): boolean {
  return COPY === undefined && sessionStorage.getItem(DRAFT + id) !== null;
}

/** Drops the drafts of memories that have been forgotten, because a draft has their words. */
export async function dropForgotten(): Promise<void> {
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(DRAFT))) {
    for (const id of key.slice(DRAFT.length).match(/m\d+/g) ?? []) {
      const isForgotten = await ask("memory", { id }).then(
        ({ memory }) => memory.status === "deleted",
        ({ status }: Refused) => status === 404,
      );
      if (isForgotten) sessionStorage.removeItem(key);
    }
  }
}

const EMPTY = { title: "", body: "", category: "DECISION", scope: "project", files: [], recall_when: [] };

export function MemoryForm({ memory, other, close }: {
  readonly memory?: ListedMemory;
  /** The memory that is merged into `memory`. */
  readonly other?: ListedMemory;
  readonly close: () => void;
}) {
  const shared = useShared();
  const id = memory?.id ?? NEW;
  const key = DRAFT + (other === undefined ? id : `${id} ${other.id}`);
  const [{ known, draft }, setForm] = useState<Form>(() =>
    JSON.parse(sessionStorage.getItem(key) ?? "null") ?? formOf(memory, other)
  );
  const set = (name: keyof Draft) => (value: string) => {
    const form = { known, draft: { ...draft, [name]: value } };
    sessionStorage.setItem(key, JSON.stringify(form));
    setForm(form);
  };
  const end = () => {
    sessionStorage.removeItem(key);
    close();
  };
  useEffect(() => () => {
    if (sessionStorage.getItem(key) !== null) {
      shared.say(
        `What you typed for ${
          memory?.id ?? "a new memory"
        } is not saved; it comes back when you open the form again`,
      );
    }
  }, []);
  const isSaving = useRef(false);
  const save = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    const change = { ...changeOf(known, draft, memory), project: shared.project };
    const isDone = memory === undefined
      ? await act(shared, "add", { ...change, category: draft.category })
      : other === undefined
      ? await act(shared, "edit", { id: memory.id, ...change })
      : await act(shared, "merge", { id: memory.id, other: other.id, ...change });
    isSaving.current = false;
    if (isDone) end();
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event)) close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
  };
  return (
    <form
      class="form"
      aria-label={memory === undefined ? "A new memory" : `Edit ${memory.id}`}
      onKeyDown={typed}
      onSubmit={submits(save)}
    >
      <Fields draft={draft} set={set} project={memory?.project ?? shared.project} />
      {draft.body !== known.body && draft.title !== "" && draft.title === known.title &&
        other === undefined && (
        <p class="quiet" role="status">Saving removes the old text's title, unless you change it, too.</p>
      )}
      {memory !== undefined &&
        changedTwice(known, draft, memory).map((name) => (
          <p key={name} class="problem" role="status">
            Its {NAMES[name]} was changed elsewhere meanwhile. Save overwrites this: {memory[name]}
          </p>
        ))}
      <div class="actions">
        <button type="submit" class="main" disabled={draft.body.trim() === ""}>
          {other === undefined ? "Save" : `Save, in place of ${other.id}`}
        </button>
        <button type="button" onClick={end}>Cancel</button>
      </div>
    </form>
  );
}

interface Form {
  /** The memory as it was when the form was opened. */
  readonly known: Pick<ListedMemory, keyof Draft> | typeof EMPTY;
  readonly draft: Draft;
}

/** As the page loads no file of `src/memory`, only the type comes from there: it fixes the number. */
const MOST_PHRASES: typeof MAX_PHRASES = 6;

function formOf(memory: ListedMemory | undefined, other: ListedMemory | undefined): Form {
  const known = memory ?? EMPTY;
  const lines = (name: "files" | "recall_when", most = Infinity) => {
    const all = new Set([...known[name], ...other?.[name] ?? []]);
    return [...all].slice(0, Math.max(known[name].length, most)).join("\n");
  };
  const draft = {
    title: known.title ?? "",
    body: other === undefined ? known.body : `${known.body}\n${other.body}`,
    category: known.category,
    scope: known.scope,
    files: lines("files"),
    recall_when: lines("recall_when", MOST_PHRASES),
  };
  return { known, draft };
}

const NAMES = { title: "title", body: "text" } as const;

/** Returns the texts that were changed both in the form and elsewhere. */
function changedTwice(known: Form["known"], draft: Draft, memory: ListedMemory) {
  return (["title", "body"] as const).filter((name) => {
    const [was, is, typed] = [known[name] ?? "", memory[name] ?? "", draft[name]];
    return typed !== was && is !== was && is !== typed;
  });
}

function Fields({ draft, set, project }: {
  readonly draft: Draft;
  readonly set: (name: keyof Draft) => (value: string) => void;
  /** The folder of the memory's project; "" if the page shows every project. */
  readonly project: string;
}) {
  const nameOf = useProjectNames();
  const first = useRef<HTMLTextAreaElement>(null);
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(name)(event.currentTarget.value),
  });
  useEffect(() => {
    first.current?.focus();
    return () => void setTimeout(() => document.activeElement === document.body && focusItem()); // the form is gone
  }, []);
  return (
    <>
      <label class="wide">
        Title
        <input {...field("title")} />
      </label>
      <label class="wide">
        Text
        <textarea ref={first} rows={4} {...field("body")} />
      </label>
      <Choice label="Category" value={draft.category} options={CATEGORIES} choose={set("category")} />
      <Choice
        label="Holds in"
        value={draft.scope}
        options={[["project", project === "" ? "its project" : nameOf(project)], ["user", "every project"]]}
        choose={set("scope")}
      />
      <label class="wide">
        Files, one a line
        <textarea rows={2} {...field("files")} />
      </label>
      <label class="wide">
        Phrases in which somebody would ask for it, one a line, {MOST_PHRASES} at most
        <textarea rows={2} {...field("recall_when")} />
      </label>
    </>
  );
}

type Draft = Readonly<Record<"title" | "body" | "category" | "scope" | "files" | "recall_when", string>>;

/**
 * Returns only the fields that were changed in the form, so that other changes of the memory stay. A title
 * changed elsewhere is sent again, because the server removes the title if a new text comes without one.
 */
function changeOf(known: Form["known"], draft: Draft, now: ListedMemory | undefined): MemoryChange {
  const texts = (["title", "body", "category", "scope"] as const)
    .filter((name) => draft[name] !== (known[name] ?? "")).map((name) => [name, draft[name]]);
  if (now !== undefined && now.title !== known.title) texts.unshift(["title", now.title ?? ""]); // a typed one wins
  const lists = (["files", "recall_when"] as const)
    .filter((name) => draft[name] !== known[name].join("\n"))
    .map((name) => [name, draft[name].split("\n").map((line) => line.trim()).filter((line) => line !== "")]);
  return Object.fromEntries([...texts, ...lists]);
}
