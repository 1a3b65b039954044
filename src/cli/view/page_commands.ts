import type { Settings } from "../../base/settings.ts";
import type { Paths } from "../../machine/paths.ts";
import { listSpool } from "../../machine/spool.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { bringHome, sendAway } from "../../store/not_here.ts";
import { confirmMemories, findMemories, memoryByRow, type MemoryRow } from "../../store/memories.ts";
import { listProjects } from "../../store/projects.ts";
import { holdAgain, saveMemory, supersede } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { withoutPassword } from "../../sync/remote.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { recordChange, type RecordedChange, takeBack } from "../../view/undo.ts";
import type { Commands, Done, MemoryChange } from "../../view/commands.ts";
import { UserError } from "../../base/user_error.ts";
import { asUserError } from "../frame/attempt.ts";
import { evaluateProject } from "../config/compile.ts";
import { previewContext } from "../context_command.ts";
import { cleanerFor } from "../items/ghap_home.ts";
import { hookStats, readFailures, recentFailures } from "../frame/hook_stats.ts";
import { draftOf } from "../items/memory_draft.ts";
import { plainText } from "../frame/plain_text.ts";
import { DEEDS } from "../memory/candidates.ts";
import { describeEdit, editOne } from "../memory/edit.ts";
import { leaveNoTrace } from "../keeping/leave_no_trace.ts";
import { describeForget, forgetMemories, reachOf } from "../memory/forget.ts";
import { doubtfulOf, doubtsOf } from "../memory/list.ts";
import { changePauses, currentPauses, describePause } from "../pause_command.ts";
import { databaseBytes, openHome, readStore } from "../frame/home.ts";
import { findItems, searchQuery } from "../search/search_command.ts";
import { requireMemory, requireRow, tryEach } from "../items/find_item.ts";
import { messageAround } from "./message_around.ts";

/** The number of newest memories of a category that are checked for doubts. Meanwhile the server answers no request. */
const MAX_CHECKED = 300;
const MINUTE_MS = 60_000;
const FAILURES = 20;

interface PageHome {
  readonly paths: Paths;
  read<T>(work: (store: Store) => T): T;
  /** Returns the settings of a project; without a project, the settings for all projects. */
  settingsOf(project: string | null | undefined): Settings;
}

/** Returns the operations of the page, implemented with the functions of the commands. */
export function pageCommands(paths: Paths, project: string | null): Commands {
  const home: PageHome = {
    paths,
    read: (work) => readStore(paths, work),
    settingsOf: (of) => evaluateProject(paths, of ?? paths.root).settings,
  };
  return {
    place: { project },
    database: paths.database,
    explain: (error) => asUserError("do this", error),
    ...queries(home),
    ...figures(home),
    ...pauses(paths),
    ...candidateChanges(paths),
    ...statusChanges(),
    ...wordingChanges(home),
    ...forgetting(home),
  };
}

function queries({ paths, read, settingsOf }: PageHome) {
  return {
    read,
    projects: () => read(listProjects).map((one) => one.project),
    async search({ project, ...asked }) {
      const query = searchQuery({ ...asked, all: true });
      const { items, note } = await findItems(paths, { ...query, project });
      return { items, note: note ?? null };
    },
    preview: ({ prompt, ...where }) => previewContext({ paths, ...where }, prompt),
    doubtful: (store, project, category) =>
      doubtfulOf(store, findMemories(store, { project, category, status: "active", limit: MAX_CHECKED })),
    doubts: doubtsOf,
    message: (memory) => messageAround(memory, cleanerFor(settingsOf(memory.project))),
  } satisfies Partial<Commands>;
}

function figures({ paths, settingsOf }: PageHome) {
  return {
    health: () => ({
      spooled: listSpool(paths).length,
      failures: recentFailures(paths, new Date()).slice(-FAILURES)
        .map(({ time, hook, message }) => ({ at: time.toISOString(), hook, message })).reverse(),
    }),
    hooks: (latencies) =>
      Object.entries(hookStats(latencies, readFailures(paths))).map(([name, stats]) => ({ name, ...stats })),
    bytes: () => databaseBytes(paths),
    privacy(project) {
      const { privacy, retention, llm, embeddings } = settingsOf(project);
      const { provider: model } = llm;
      const { provider: server } = embeddings;
      return {
        redact_secrets: privacy.redact_secrets,
        excluded: privacy.exclude_projects,
        raw_days: retention.raw_days,
        sends: [
          ...model === "none" ? [] : [`what triage finds goes to the model of llm.provider: ${model}`],
          ...server === "none" ? [] : [`texts go to the server of embeddings: ${server}`],
          ...readSpaces(paths).spaces.map(({ name, remote }) =>
            `encrypted records go to the space ${name} at ${withoutPassword(remote)} (mneme sync)`
          ),
        ],
      };
    },
  } satisfies Partial<Commands>;
}

function pauses(paths: Paths) {
  return {
    paused: () => currentPauses(paths, Date.now()).map((pause) => ({ ...pause, what: describePause(pause) })),
    pause(of, minutes) {
      const now = Date.now();
      const place = of === undefined
        ? { scope: "all", key: "" } as const
        : { scope: "project", key: of } as const;
      const begun = { ...place, until: minutes === undefined ? null : now + minutes * MINUTE_MS };
      changePauses(paths, now, { subject: begun, begun });
    },
    resume({ scope, key }) {
      const now = Date.now();
      const subject = currentPauses(paths, now).find((one) => one.scope === scope && one.key === key);
      if (subject !== undefined) changePauses(paths, now, { subject });
    },
  } satisfies Partial<Commands>;
}

function candidateChanges(paths: Paths) {
  return {
    keep: (ids) => withUndo((store, at) => takeCandidates(store, ids, "keep", at)),
    async remove(ids, verb) {
      using store = openHome().store;
      const lines = store.transaction(() => takeCandidates(store, ids, verb, new Date().toISOString()));
      if (verb === "keep") await leaveNoTrace(store, paths, (problem) => lines.push(problem));
      return lines;
    },
  } satisfies Partial<Commands>;
}

/** Changes of a memory's status: confirming it, marking it as outdated, hiding it in a project. */
function statusChanges() {
  return {
    confirm: (ids) =>
      withUndo((store, at) => {
        holdAgain(store, ids.map((id) => requireRow("memory", id)), at);
        confirmMemories(store, ids, at);
        return ids.map((id) => `${id} still holds`);
      }),
    outdated: (id) =>
      withUndo((store, at) => {
        supersede(store, memoryCalled(store, id).id, null, at);
        return [`${id} is outdated: starts, prompts and search leave it out; \`mneme get ${id}\` opens it`];
      }),
    notHere(id, of, isBack) {
      using store = openHome().store;
      memoryCalled(store, id);
      if (of === "") {
        throw new UserError(`Cannot hide ${id}: no project is given`, { hint: "choose a project" });
      }
      if (isBack) return { lines: showAgain(id, of) };
      sendAway(store, id, of);
      return {
        lines: [`${id} is told in ${plainText(of)} no more, and still found there`],
        undo: () => showAgain(id, of),
      };
    },
  } satisfies Partial<Commands>;
}

/** Changes of texts: adding, editing, and merging two memories. */
function wordingChanges({ paths, settingsOf }: PageHome) {
  const originOf = ({ project, scope }: MemoryChange, own: string | null) => {
    const of = own ?? project;
    if (of === undefined && scope === "project") {
      throw new UserError("Cannot keep a memory of a project while the page shows every project", {
        hint: "choose a project, or let it hold in every project",
      });
    }
    return { project: of ?? paths.root, settings: settingsOf(of) };
  };
  const edited = (store: Store, memory: MemoryRow, change: MemoryChange) =>
    editOne(store, memory, editOf(change), originOf(change, memory.project));
  return {
    add(memory) {
      const place = originOf({ scope: "project", ...memory }, null);
      const origin = { ...place, source: "user", sessionId: null } as const;
      return withUndo((store, at) => {
        const draft = draftOf({ category: "DECISION", body: "", ...memory }, origin);
        return [`Saved ${memoryId(store.transaction(() => saveMemory(store, draft, at)).row)}`];
      });
    },
    edit: (id, change) => withUndo((store) => describeEdit(edited(store, memoryCalled(store, id), change))),
    merge: (id, other, change) =>
      withUndo((store, at) => {
        const [kept, gone] = [memoryCalled(store, id), memoryCalled(store, other)];
        const isTold = kept.status === "active" || kept.status === "candidate";
        if (kept.id === gone.id || !isTold || gone.status === "deleted") {
          throw new UserError(`Cannot merge ${other} into ${id}`, {
            hint: "name two memories, and first the one that holds now",
          });
        }
        store.transaction(() => {
          edited(store, kept, change);
          supersede(store, gone.id, kept.id, at);
        });
        return [`${id} says both; it takes the place of ${other}`];
      }),
  } satisfies Partial<Commands>;
}

function forgetting({ paths, read }: PageHome) {
  return {
    async forget(ids, { source, backups }) {
      const problems: string[] = [];
      const reach = { ...source && { source }, ...backups && { backups } };
      const reports = await forgetMemories(ids, reach, (problem) => problems.push(problem));
      return [...reports.flatMap(describeForget), ...problems];
    },
    reach: (id) =>
      read((store) => {
        const { sources, files, alike } = reachOf(store, paths, memoryCalled(store, id));
        return { sources: sources === "" ? [] : sources.split(", "), files, alike };
      }),
  } satisfies Partial<Commands>;
}

/** Keeps or drops candidates. Returns a line for each result. Throws a `UserError` if none succeeded. */
function takeCandidates(
  store: Store,
  ids: readonly string[],
  verb: keyof typeof DEEDS,
  at: string,
): string[] {
  const take = (id: string) => store.transaction(() => DEEDS[verb](store, memoryCalled(store, id), at));
  const { done, refused } = tryEach(ids, take);
  if (done.length === 0 && refused[0] !== undefined) throw refused[0].error;
  return [...done.map(({ line }) => line), ...refused.map(({ error }) => error.message)];
}

/** Returns the memory with an id such as `m12`. Throws a `UserError` if there is none. */
function memoryCalled(store: Store, id: string): MemoryRow {
  return requireMemory(store, requireRow("memory", id));
}

function showAgain(id: string, project: string): string[] {
  using store = openHome().store;
  bringHome(store, id, project);
  return [`${id} is told in ${plainText(project)} again`];
}

function withUndo(work: (store: Store, at: string) => readonly string[]): Done {
  using store = openHome().store;
  const { result: lines, change } = recordChange(store, () => work(store, new Date().toISOString()));
  return change.length === 0 ? { lines } : { lines, undo: () => undo(change) };
}

function undo(change: RecordedChange): string[] {
  using store = openHome().store;
  takeBack(store, change);
  const rows = change.filter(({ table }) => table === "memories").map(({ row }) => Number(row));
  const names = rows.filter((row) => memoryByRow(store, row) !== undefined).map(memoryId);
  return [`${names.join(", ")} ${names.length === 1 ? "is" : "are"} as before`];
}

/** Returns the change in the form of `mneme memory edit`, in which an empty phrase removes the former phrases. */
function editOf({ recall_when: phrases, project: _, ...change }: MemoryChange) {
  return { ...change, ...phrases && { recallWhen: ["", ...phrases] } };
}
