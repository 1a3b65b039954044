/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedMemory, MemoryChange } from "../contract.ts";
import { act } from "./deed_list.tsx";
import { CATEGORIES } from "./parts.tsx";
import { useShared } from "./state.ts";

/** Puts other words into a memory: category, text, phrases, files and where it holds. */
export function MemoryForm({ memory, close }: { readonly memory: ListedMemory; readonly close: () => void }) {
  const shared = useShared();
  const [draft, setDraft] = useState({
    title: memory.title ?? "",
    body: memory.body,
    category: memory.category as string,
    scope: memory.scope as string,
    files: memory.files.join("\n"),
    recall_when: memory.recall_when.join("\n"),
  });
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  const set = (name: keyof typeof draft) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setDraft((before) => ({ ...before, [name]: value }));
  };
  const save = async () => {
    if (await act(shared, "edit", { id: memory.id, ...changeOf(memory, draft) })) close();
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && event.ctrlKey) void save();
  };
  return (
    <form
      class="form"
      aria-label={`Edit ${memory.id}`}
      onKeyDown={typed}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
          <option value="project">this project</option>
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
      <div class="actions">
        <button type="submit" class="main">Save</button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}

type Draft = Readonly<Record<"title" | "body" | "category" | "scope" | "files" | "recall_when", string>>;

/** What differs: what is not named stays as it is, whatever else has changed meanwhile. */
function changeOf(memory: ListedMemory, draft: Draft): MemoryChange {
  const texts = (["title", "body", "category", "scope"] as const)
    .filter((name) => draft[name] !== (memory[name] ?? "")).map((name) => [name, draft[name]]);
  const lists = (["files", "recall_when"] as const)
    .filter((name) => draft[name] !== memory[name].join("\n"))
    .map((name) => [name, draft[name].split("\n").map((line) => line.trim()).filter((line) => line !== "")]);
  return Object.fromEntries([...texts, ...lists]);
}
