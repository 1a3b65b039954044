/// <reference lib="dom" />
// The form that edits a memory, merges another one into it, or adds a new one.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedMemory } from "../../cli/view/reads.ts";
import type { MemoryChange } from "../../cli/view/changes.ts";
import { act } from "./action_list.tsx";
import { CATEGORIES, Choice, submits } from "./parts.tsx";
import { useShared } from "./state.ts";

const EMPTY = { title: "", body: "", category: "DECISION", scope: "project", files: [], recall_when: [] };

export function MemoryForm({ memory, other, close }: {
  readonly memory?: ListedMemory;
  /** The memory that is merged into `memory`. */
  readonly other?: ListedMemory;
  readonly close: () => void;
}) {
  const shared = useShared();
  const [known] = useState(memory ?? EMPTY); // as it was when the form was opened
  const lines = (name: "files" | "recall_when") =>
    [...new Set([...known[name], ...other?.[name] ?? []])].join("\n");
  const [draft, setDraft] = useState({
    title: known.title ?? "",
    body: other === undefined ? known.body : `${known.body}\n${other.body}`,
    category: known.category as string,
    scope: known.scope as string,
    files: lines("files"),
    recall_when: lines("recall_when"),
  });
  const set = (name: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [name]: value }));
  const save = async () => {
    const change = { ...changeOf(known, draft), project: shared.project };
    const isDone = memory === undefined
      ? await act(shared, "add", { ...change, category: draft.category })
      : other === undefined
      ? await act(shared, "edit", { id: memory.id, ...change })
      : await act(shared, "merge", { id: memory.id, other: other.id, ...change });
    if (isDone) close();
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
  };
  return (
    <form
      class="form"
      aria-label={memory === undefined ? "A new memory" : `Edit ${memory.id}`}
      onKeyDown={typed}
      onSubmit={submits(save)}
    >
      <Fields draft={draft} set={set} />
      <div class="actions">
        <button type="submit" class="main" disabled={draft.body.trim() === ""}>
          {other === undefined ? "Save" : `Save, in place of ${other.id}`}
        </button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}

function Fields({ draft, set }: {
  readonly draft: Draft;
  readonly set: (name: keyof Draft) => (value: string) => void;
}) {
  const first = useRef<HTMLTextAreaElement>(null);
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(name)(event.currentTarget.value),
  });
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <label class="wide">
        Text
        <textarea ref={first} rows={4} {...field("body")} />
      </label>
      <label class="wide">
        Title
        <input {...field("title")} />
      </label>
      <Choice label="Category" value={draft.category} options={CATEGORIES} choose={set("category")} />
      <Choice
        label="Holds in"
        value={draft.scope}
        options={[["project", "its project"], ["user", "every project"]]}
        choose={set("scope")}
      />
      <label class="wide">
        Files, one a line
        <textarea rows={2} {...field("files")} />
      </label>
      <label class="wide">
        Phrases in which somebody would ask for it, one a line
        <textarea rows={2} {...field("recall_when")} />
      </label>
    </>
  );
}

type Draft = Readonly<Record<"title" | "body" | "category" | "scope" | "files" | "recall_when", string>>;

/** Returns only the fields that were changed in the form, so that a change by others stays. */
function changeOf(memory: Pick<ListedMemory, keyof Draft> | typeof EMPTY, draft: Draft): MemoryChange {
  const texts = (["title", "body", "category", "scope"] as const)
    .filter((name) => draft[name] !== (memory[name] ?? "")).map((name) => [name, draft[name]]);
  const lists = (["files", "recall_when"] as const)
    .filter((name) => draft[name] !== memory[name].join("\n"))
    .map((name) => [name, draft[name].split("\n").map((line) => line.trim()).filter((line) => line !== "")]);
  return Object.fromEntries([...texts, ...lists]);
}
