/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedMemory } from "../../cli/view/reads.ts";
import type { MemoryChange } from "../../cli/view/changes.ts";
import { act } from "./action_list.tsx";
import { CATEGORIES } from "./parts.tsx";
import { useShared } from "./state.ts";

const EMPTY = { title: "", body: "", category: "DECISION", scope: "project", files: [], recall_when: [] };

/** Edits a memory, merges another one into it, or adds a new one. */
export function MemoryForm({ memory, other, close }: {
  readonly memory?: ListedMemory;
  /** The memory that is merged into `memory`, which then replaces it. */
  readonly other?: ListedMemory;
  readonly close: () => void;
}) {
  const shared = useShared();
  const [known] = useState(memory ?? EMPTY); // as it was when the form was opened, even if it changes meanwhile
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
  const set = (name: keyof Draft) => (event: Typed) => {
    const { value } = event.currentTarget;
    setDraft((before) => ({ ...before, [name]: value }));
  };
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
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
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
  readonly set: (name: keyof Draft) => (event: Typed) => void;
}) {
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <label class="wide">
        Text
        <textarea ref={first} rows={4} value={draft.body} onInput={set("body")} />
      </label>
      <label class="wide">
        Title
        <input value={draft.title} onInput={set("title")} />
      </label>
      <label>
        Category
        <select value={draft.category} onChange={set("category")}>
          {CATEGORIES.map(([name, label]) => <option key={name} value={name}>{label}</option>)}
        </select>
      </label>
      <label>
        Holds in
        <select value={draft.scope} onChange={set("scope")}>
          <option value="project">its project</option>
          <option value="user">every project</option>
        </select>
      </label>
      <label class="wide">
        Files, one a line
        <textarea rows={2} value={draft.files} onInput={set("files")} />
      </label>
      <label class="wide">
        Phrases in which somebody would ask for it, one a line
        <textarea rows={2} value={draft.recall_when} onInput={set("recall_when")} />
      </label>
    </>
  );
}

interface Typed {
  readonly currentTarget: { readonly value: string };
}

type Draft = Readonly<Record<"title" | "body" | "category" | "scope" | "files" | "recall_when", string>>;

/** Returns only the fields that were changed in the form, so that others stay as they are now. */
function changeOf(memory: Pick<ListedMemory, keyof Draft> | typeof EMPTY, draft: Draft): MemoryChange {
  const texts = (["title", "body", "category", "scope"] as const)
    .filter((name) => draft[name] !== (memory[name] ?? "")).map((name) => [name, draft[name]]);
  const lists = (["files", "recall_when"] as const)
    .filter((name) => draft[name] !== memory[name].join("\n"))
    .map((name) => [name, draft[name].split("\n").map((line) => line.trim()).filter((line) => line !== "")]);
  return Object.fromEntries([...texts, ...lists]);
}
