// The changes that the page of `mneme view` requests, by name. They do what commands do; what changes memories can be undone.
import * as z from "zod";
import { UsageError, UserError } from "../../base/user_error.ts";
import { memoryId } from "../../memory/memory_text.ts";
import {
  confirmMemories,
  excludeItem,
  includeItem,
  memoryByRow,
  type MemoryRow,
} from "../../store/memories.ts";
import { proposedIn } from "../../store/others.ts";
import { holdAgain, saveMemory, supersede } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { giveBack } from "../../sync/records.ts";
import type { Action, Done } from "../../view/actions.ts";
import { labelsOf } from "../../view/listings.ts";
import { recordChange, type RecordedChange, takeBack } from "../../view/undo.ts";
import { previewContext } from "../context_command.ts";
import { openHome, readStore, requireSession } from "../frame/home.ts";
import { plainLine, plainText } from "../frame/plain_text.ts";
import { cleanerFor, removedNote } from "../items/call_place.ts";
import { requireMemory, requireRow, tryEach } from "../items/find_item.ts";
import { draftOf } from "../items/memory_draft.ts";
import { leaveNoTrace } from "../copies/leave_no_trace.ts";
import { describeSave } from "../memory/add.ts";
import { DEEDS } from "../memory/candidates.ts";
import { describeEdit, editOne } from "../memory/edit.ts";
import { describeForget, forgetMemories } from "../memory/forget.ts";
import { changePauses, currentPauses } from "../pause_command.ts";
import { forgetSessions } from "../sessions_command.ts";
import { type PageHome, settingsOf } from "./page_home.ts";

const MINUTE_MS = 60_000;
const TEXT = z.string();
const TEXTS = z.array(TEXT);
const IDS = { ids: z.array(TEXT.regex(/^m\d{1,15}$/)).min(1).max(1000) };

/** The fields of a memory that the page changes. Absent fields stay as they are. */
const MEMORY = {
  ...z.object({ body: TEXT, title: TEXT, category: TEXT, scope: TEXT }).partial().shape,
  files: TEXTS.optional(),
  recall_when: TEXTS.optional(),
  /** The folder of the project that the page shows, to which a new memory belongs; "" for every project. */
  project: TEXT.optional(),
};
export type MemoryChange = z.infer<z.ZodObject<typeof MEMORY>>;

/** The handlers of POST requests. `preview` changes nothing, but its prompt is too long for an address. */
export const CHANGES = {
  preview: taking(
    { project: TEXT, prompt: TEXT, session: TEXT },
    ({ paths }, { project, prompt, session }) => {
      const preview = previewContext({ paths, project, session: session || undefined }, prompt || undefined);
      const ids = [...preview.items, ...preview.left_out].map(({ id }) => id);
      return { ...preview, labels: readStore(paths, (store) => labelsOf(store, ids)) };
    },
  ),
  pause: taking(
    { project: TEXT, minutes: z.number().positive().optional() },
    (home, { project, minutes }) => {
      const now = Date.now();
      const place = project === ""
        ? { scope: "all", key: "" } as const
        : { scope: "project", key: project } as const;
      const begun = { ...place, from: now, until: minutes === undefined ? null : now + minutes * MINUTE_MS };
      changePauses(home.paths, now, { subject: begun, begun });
      return {};
    },
  ),
  resume: taking({ scope: TEXT, key: TEXT }, (home, { scope, key }) => {
    const now = Date.now();
    const subject = currentPauses(home.paths, now).find((one) => one.scope === scope && one.key === key);
    if (subject !== undefined) changePauses(home.paths, now, { subject });
    return {};
  }),
  add: atOnce(MEMORY, (store, memory, at, home) => {
    const place = originOf(home, { scope: "project", ...memory }, null);
    const origin = { ...place, source: "user", sessionId: null } as const;
    const { category = "DECISION", body = "" } = memory;
    const clean = cleanerFor(place.settings);
    const draft = draftOf({ ...memory, category, body }, origin, clean);
    const saved = store.transaction(() => saveMemory(store, draft, at));
    return [describeSave(saved, draft.category) + removedNote(clean.removed())];
  }),
  keep: taking(IDS, (home, { ids }): Action | undefined => {
    // Accepting a teammate's proposal to forget is a removal, so it waits ten seconds.
    const { paths, actions } = home;
    const { removals = [], others = [] } = readStore(paths, (store) =>
      Object.groupBy(ids, (id) => {
        const candidate = memoryByRow(store, requireRow("memory", id));
        return candidate && proposedIn(candidate)?.forget ? "removals" : "others";
      }));
    const done = others.length === 0
      ? undefined
      : actions.add(withUndo((store, at) => decide(store, others, "keep", at)));
    if (removals.length === 0) return done;
    return actions.later("Accept", removals, firstWords(home, removals), async () => {
      using store = openHome().store;
      const lines = decideNow(store, removals, "keep");
      await leaveNoTrace(store, paths, (problem) => lines.push(problem));
      return lines;
    });
  }),
  confirm: atOnce(IDS, (store, { ids }, at) => {
    holdAgain(store, ids.map((id) => requireRow("memory", id)), at);
    confirmMemories(store, ids, at);
    return ids.map((id) => `${id} still holds`);
  }),
  edit: atOnce(
    { id: TEXT, ...MEMORY },
    (store, { id, ...change }, _at, home) => {
      const done = edited(store, memoryCalled(store, id), change, home);
      const [line = "", ...further] = describeEdit(done);
      return [line + removedNote(done.removed), ...further];
    },
  ),
  merge: atOnce({ id: TEXT, other: TEXT, ...MEMORY }, (store, { id, other, ...change }, at, home) => {
    const [kept, gone] = [memoryCalled(store, id), memoryCalled(store, other)];
    if (kept.id === gone.id || kept.status !== "active" || gone.status === "deleted") {
      throw new UserError(`Cannot merge ${other} into ${id}`, {
        hint: "name two memories, and first the one that holds now",
      });
    }
    const { removed } = store.transaction(() => {
      const done = edited(store, kept, { title: kept.title ?? "", ...change }, home); // else the title gets lost
      const { scope, project } = memoryCalled(store, id);
      if (scope !== "user" && (gone.scope === "user" || gone.project !== project)) {
        throw new UserError(`Cannot merge ${other} into ${id}: ${other} also holds where ${id} does not`, {
          hint: `let ${id} hold in every project, or leave both`,
        });
      }
      supersede(store, gone.id, kept.id, at);
      return done;
    });
    return [`${id} has both texts now and replaces ${other}${removedNote(removed)}`];
  }),
  outdated: atOnce({ id: TEXT }, (store, { id }, at) => {
    supersede(store, memoryCalled(store, id).id, null, at);
    return [`${id} is outdated: agents and search no longer get it; \`mneme get ${id}\` opens it`];
  }),
  not_here: atOnce(
    { id: TEXT, project: TEXT, is_back: z.boolean().optional() },
    (store, { id, project, is_back }) => {
      memoryCalled(store, id);
      if (project === "") {
        throw new UserError(`Cannot hide ${id}: no project is given`, { hint: "choose a project" });
      }
      (is_back ? includeItem : excludeItem)(store, id, project);
      const shown = `shown to agents in ${plainText(project)}`;
      return [is_back ? `${id} is ${shown} again` : `${id} is no longer ${shown}; search still finds it`];
    },
  ),
  drop: taking(IDS, (home, { ids }) =>
    home.actions.later("Drop", ids, firstWords(home, ids), () => {
      using store = openHome().store;
      return decideNow(store, ids, "drop");
    })),
  forget: taking(
    { ...IDS, source: z.boolean().optional(), backups: z.boolean().optional() },
    (home, { ids, source, backups }) =>
      home.actions.later("Forget", ids, firstWords(home, ids), async () => {
        const problems: string[] = [];
        const reach = { ...source && { source }, ...backups && { backups } };
        const reports = await forgetMemories(ids, reach, (problem) => problems.push(problem));
        return [...reports.flatMap(describeForget), ...problems];
      }),
  ),
  forget_session: taking(
    { id: TEXT.regex(/^s\d{1,15}$/) },
    (home, { id }) => {
      readStore(home.paths, (store) => requireSession(store, id));
      return home.actions.later("Forget", [id], firstWords(home, [id]), async () => {
        const lines: string[] = [];
        const tell = (line: string) => void lines.push(line);
        await forgetSessions([id], { yes: true }, tell, tell);
        return lines;
      });
    },
  ),
  undo: taking({ action: z.number() }, ({ actions }, { action }) => actions.undo(action)),
} satisfies Record<string, (home: PageHome, body: unknown) => unknown>;

/** The most items that the page names by their first words, and the most UTF-16 units of each. */
const NAMED = { items: 3, units: 50 };

/** Returns the first words of items that are about to be removed, by which the user recognises them. */
function firstWords({ paths }: PageHome, ids: readonly string[]): string[] {
  const labels = readStore(paths, (store) => labelsOf(store, ids.slice(0, NAMED.items)));
  return Object.values(labels).filter((label) => label !== "").map((label) => plainLine(label, NAMED.units));
}

/** Does the change that a request names; `undefined` if there is no such change. */
export function change(home: PageHome, name: string, body: unknown): unknown {
  return Object.hasOwn(CHANGES, name) ? CHANGES[name as keyof typeof CHANGES](home, body) : undefined;
}

/** Makes a handler that checks the fields of a request. Throws a `UsageError` if one is missing or wrong. */
function taking<S extends z.ZodRawShape, T>(
  fields: S,
  work: (home: PageHome, given: z.infer<z.ZodObject<S>>) => T,
) {
  return (home: PageHome, body: unknown): T => {
    const parsed = z.object(fields).safeParse(body);
    if (parsed.success) return work(home, parsed.data);
    const names = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new UsageError(`Cannot do this: the request has no valid ${names}`, { hint: "reload the page" });
  };
}

/** Makes the handler of a change that is done at once. `work` returns lines that describe the change. */
function atOnce<S extends z.ZodRawShape>(
  fields: S,
  work: (store: Store, given: z.infer<z.ZodObject<S>>, at: string, home: PageHome) => readonly string[],
) {
  return taking(
    fields,
    (home, given) => home.actions.add(withUndo((store, at) => work(store, given, at, home))),
  );
}

function withUndo(work: (store: Store, at: string) => readonly string[]): Done {
  using store = openHome().store;
  const { result: lines, change } = recordChange(store, () => work(store, new Date().toISOString()));
  return change.length === 0 ? { lines } : { lines, undo: () => undo(change) };
}

function undo(changes: RecordedChange): string[] {
  using store = openHome().store;
  store.transaction(() => {
    for (const { before, isSynced } of changes) if (isSynced) giveBack(store, Number(before!.id));
    takeBack(store, changes);
  });
  const items = changes.toReversed().map(({ table, before, after }) => {
    const row = before ?? after ?? {};
    return table === "memories" ? memoryId(Number(row.id)) : String(row.item ?? row.subject ?? "");
  });
  const ids = [...new Set(items)].filter((id) => /^m\d+$/.test(id));
  const isStored = (id: string) => memoryByRow(store, requireRow("memory", id)) !== undefined;
  const lineOf = (names: readonly string[], how: string) =>
    names.length === 0 ? [] : [`${names.join(", ")} ${names.length > 1 ? "are" : "is"} ${how}`];
  const gone = ids.filter((id) => !isStored(id)); // such as an added one
  return [
    ...lineOf(ids.filter(isStored), "as before"),
    ...lineOf(gone, "gone again"),
  ];
}

/** Keeps or drops candidates, and returns a line for each. Throws a `UserError` if none succeeded. */
function decide(store: Store, ids: readonly string[], verb: keyof typeof DEEDS, at: string): string[] {
  const take = (id: string) => store.transaction(() => DEEDS[verb](store, memoryCalled(store, id), at));
  const { done, refused } = tryEach(ids, take);
  if (done.length === 0 && refused[0] !== undefined) throw refused[0].error;
  return [...done.map(({ line }) => line), ...refused.map(({ error }) => error.message)];
}

function decideNow(store: Store, ids: readonly string[], verb: keyof typeof DEEDS): string[] {
  return store.transaction(() => decide(store, ids, verb, new Date().toISOString()));
}

const memoryCalled = (store: Store, id: string): MemoryRow => requireMemory(store, requireRow("memory", id));

/** Changes a memory as `mneme memory edit` does. The empty phrase removes the former phrases. */
function edited(store: Store, memory: MemoryRow, given: MemoryChange, home: PageHome) {
  const { recall_when: phrases, project: _, ...change } = given;
  const flags = { ...change, ...phrases && { recallWhen: ["", ...phrases] } };
  return editOne(store, memory, flags, originOf(home, given, memory.project));
}

/** Returns the project of a memory (`own`, else the one that the page shows), and its settings. */
function originOf({ paths }: PageHome, { project, scope }: MemoryChange, own: string | null) {
  const of = own ?? (project || undefined);
  if (of === undefined && scope === "project") {
    throw new UserError("Cannot keep a memory of a project while the page shows every project", {
      hint: "choose a project, or let it hold in every project",
    });
  }
  return { project: of ?? paths.root, settings: settingsOf(paths, of) };
}
