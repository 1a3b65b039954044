import { isAbsolute } from "../machine/paths.ts";
import { cleanText } from "../privacy/clean.ts";
import { forgetMemory, memoriesWith } from "../store/forget.ts";
import { memoryByRow } from "../store/memories.ts";
import { listProjects, MOVABLE_TABLES, moveRows, reindexProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import {
  digestsOfKind,
  goneRecords,
  keepOperation,
  keepRecord,
  recordOf,
  recordOfRow,
  type SyncRecord,
} from "../store/sync_records.ts";
import {
  deadRefs,
  liveRow,
  liveRows,
  removeRow,
  SYNCED,
  type SyncedKind,
  writeRow,
} from "../store/sync_rows.ts";
import {
  lostMemories,
  memoriesByText,
  setMemoryAuthor,
  takeOutMemory,
  textKey,
} from "../store/sync_memories.ts";
import {
  type Body,
  bodyOf,
  goneBody,
  type History,
  lastOf,
  merge,
  NO_HISTORY,
  refreshed,
  type Values,
} from "./merge.ts";
import type { Operation } from "./remote.ts";
import { Seal, uuidFrom } from "./sealing.ts";
import { isTeam, type Space } from "./spaces.ts";
import { msOf, type Stamp, stampAfter } from "./stamp.ts";
import { fromTravel, type ProjectNames, toTravel } from "./travel.ts";

/** What a run needs beside the remote. */
export interface SyncPlace {
  readonly store: Store;
  readonly space: Space;
  readonly origin: string;
  readonly names: ProjectNames;
  /** Projects that are excluded are never sent. */
  isExcluded(folder: string): boolean;
  /** Lets hooks write between two portions. */
  rest(): Promise<void>;
  /** How far it is: for a progress bar. */
  tell?(done: number, what: "pulled" | "pushed"): void;
}

/** Stands for the row of a record that somebody does not want to see here. */
export const HIDDEN = "hidden";

const NOTHING_HERE = { values: undefined, history: NO_HISTORY, isDirty: false };
const PORTION = 50;
const READ_AT_ONCE = 500;
const KINDS = Object.keys(SYNCED) as SyncedKind[];
/** Notes what has changed in the rows of a space since the last run; returns the projects that have no name. */
export async function noteChanges(place: SyncPlace): Promise<readonly string[]> {
  return await new LocalRecords(place, await Seal.from(place.space.keys)).noteChanges();
}

/** Takes these memories back from a space: they stay here, and go everywhere else. Returns how many there were. */
export async function withdraw(place: SyncPlace, refs: readonly string[]): Promise<number> {
  const { store, space, origin } = place;
  let count = 0;
  for (const ref of refs) {
    const known = recordOfRow(store, space.name, "memory", ref);
    if (known === undefined) continue;
    const gone = stampAfter(lastOf(JSON.parse(known.history)), Date.now(), origin);
    const history = JSON.stringify({ ...NO_HISTORY, gone });
    keepRecord(store, space.name, { ...known, ref: "", history, hash: ">", is_dirty: 1, digest: "" });
    count++;
  }
  await place.rest();
  return count;
}

/** The records of a space as the rows of this machine. */
export class LocalRecords {
  readonly place: SyncPlace;
  readonly seal: Seal;
  readonly #unnamed = new Set<string>();
  /** As it was when the first record came: two that come say the same to all. */
  #byText: ReadonlyMap<string, number> | undefined;
  forgotten = 0;

  constructor(place: SyncPlace, seal: Seal) {
    this.place = place;
    this.seal = seal;
  }

  async noteChanges(): Promise<readonly string[]> {
    const { store, space, rest } = this.place;
    await this.#settleProjects();
    for (const kind of KINDS) {
      if (isTeam(space.name) && kind !== "memory") continue;
      const known = digestsOfKind(store, space.name, kind);
      for (let after = "";;) {
        const rows = liveRows(store, kind, after, READ_AT_ONCE);
        const changed = rows.filter((row) => {
          const values = this.#travelling(kind, row);
          if (values === undefined) return false;
          return known.get(row.ref) !== this.#digestOf(values);
        });
        for (let i = 0; i < changed.length; i += PORTION) {
          const portion = changed.slice(i, i + PORTION);
          store.transaction(() => portion.forEach(({ ref }) => this.#noteRow(kind, ref)));
          await rest();
        }
        if (rows.length < READ_AT_ONCE) break;
        after = rows.at(-1)!.ref;
      }
      const dead = deadRefs(store, kind, [...known.keys()]);
      for (let i = 0; i < dead.length; i += PORTION) {
        store.transaction(() => dead.slice(i, i + PORTION).forEach((ref) => this.#noteDeath(kind, ref)));
        await rest();
      }
    }
    return [...this.#unnamed].sort();
  }

  /** Takes in an operation that was opened; says why not, where it has to wait. Throws where its row cannot be. */
  apply(operation: Operation, kind: SyncedKind, body: Body): string | undefined {
    const { store, space, origin } = this.place;
    return store.transaction(() => {
      const { record } = operation;
      const found = recordOf(store, space.name, record);
      const twin = found === undefined ? this.#twinOf(record, kind, body) : undefined;
      const forgotten = found === undefined ? this.#forgottenText(body) : undefined;
      if (twin?.isLesser || forgotten !== undefined) {
        const gone = { ...NO_HISTORY, gone: stampAfter(body.fields.body?.[1], Date.now(), origin) };
        this.#keep({ record, kind, ref: "", author: null, is_dirty: 1 }, gone, {
          hash: forgotten ?? `>${twin!.record.record}`,
          digest: "",
        });
        return void keepOperation(store, space.name, operation.id, record);
      }
      const known = found ?? twin?.record;
      const here = this.#refreshed(kind, known);
      if (here === undefined && body.gone === undefined) return "its project stays at home on this machine";
      const merged = merge(here ?? NOTHING_HERE, body, this.seal.digest);
      if (merged.history.gone !== undefined) {
        if (here?.history.gone === undefined) this.#remove(kind, known, body);
        const isNews = body.gone === undefined; // to the remote: somebody has sent it again
        const hash = isNews ? known?.hash ?? "" : body.into === undefined ? body.hash ?? "" : `>${body.into}`;
        this.#keep(
          { record, kind, ref: known?.ref ?? "", author: known?.author ?? null, is_dirty: isNews ? 1 : 0 },
          merged.history,
          { hash, digest: "" },
        );
      } else if (known?.ref === HIDDEN) {
        this.#keep({ ...known, is_dirty: 0 }, merged.history, { hash: null, digest: "" });
      } else {
        const values = merged.values!;
        const ref = merged.isChanged || known === undefined || known.ref === ""
          ? writeRow(
            store,
            kind,
            known?.ref || (kind === "session" ? record : undefined),
            fromTravel(values, this.place.names),
          )
          : known.ref;
        // Who says a name to be theirs may not be: only what was made or adopted here is one's own.
        const author = known === undefined && isTeam(space.name) ? body.author : known?.author ?? null;
        if (author !== null && kind === "memory" && known === undefined) setMemoryAuthor(store, ref, author);
        const isDirty = known?.is_dirty === 1 || here?.isDirty ? 1 : 0;
        this.#keep({ record, kind, ref, author, is_dirty: isDirty }, merged.history, {
          hash: null,
          digest: this.#digestOf(this.#travelling(kind, liveRow(store, kind, ref)) ?? values),
        });
        if (merged.lost !== undefined) this.#keepLost({ record, author }, values, merged.lost);
      }
      keepOperation(store, space.name, operation.id, record);
    });
  }

  /** What is to be sent of a record now; `undefined` where it cannot be, as with a project that has lost its name. */
  bodyOf(record: SyncRecord): Body | undefined {
    const { store, space } = this.place;
    const history = JSON.parse(record.history) as History;
    const author = record.author ?? space.author;
    if (history.gone !== undefined) {
      const [hash = "", into] = (record.hash ?? "").split(">");
      return goneBody(history.gone, { author, hash, ...(into === undefined ? {} : { into }) });
    }
    const kind = record.kind as SyncedKind;
    const values = this.#travelling(kind, liveRow(store, kind, record.ref));
    if (values === undefined) return undefined;
    const clean = (text: string) => cleanText(text, { redactSecrets: true });
    return bodyOf(history, values, { digest: this.seal.digest, clean, author });
  }

  /** What came for a project before it was on this machine moves to its folder. */
  async #settleProjects(): Promise<void> {
    const { store, names, rest } = this.place;
    for (const { project } of listProjects(store)) {
      const folder = names.folderOf(project);
      if (folder === project || isAbsolute(project)) continue;
      reindexProject(store, project);
      for (const table of MOVABLE_TABLES) {
        while (moveRows(store, table, { from: project, into: folder, limit: PORTION }) > 0) await rest();
      }
    }
  }

  #travelling(kind: SyncedKind, row: ReturnType<typeof liveRow>): Values | undefined {
    if (row === undefined) return undefined;
    const { store, space, names, isExcluded } = this.place;
    const project = row.fields.project;
    const isIn = () => recordOfRow(store, space.name, kind, row.ref) !== undefined;
    if (row.author !== null && !isIn()) return undefined; // what a team said goes to no other space
    if (typeof project === "string" && isExcluded(project)) return undefined;
    const values = toTravel(row, names);
    if (values === undefined && typeof project === "string") this.#unnamed.add(project);
    if (values === undefined || !isTeam(space.name) || kind !== "memory") return values;
    const isShared = space.shares.some((share) =>
      share.project === values.fields.project && share.categories.includes(String(values.fields.category))
    );
    return isShared || isIn() ? values : undefined;
  }

  #noteRow(kind: SyncedKind, ref: string): void {
    const { store, space, origin } = this.place;
    const row = liveRow(store, kind, ref);
    const values = this.#travelling(kind, row);
    if (row === undefined || values === undefined) return;
    const known = recordOfRow(store, space.name, kind, ref);
    const history = known === undefined ? NO_HISTORY : JSON.parse(known.history) as History;
    const next = refreshed(history, values, { origin, digest: this.seal.digest, now: Date.now() });
    const record = known?.record ?? (kind === "session" ? ref : this.#newRecord(kind, ref, row.fields));
    if (!/^[0-9a-f-]{36}$/.test(record)) return; // a session whose id is none of the client's stays at home
    if (known === undefined && recordOf(store, space.name, record) !== undefined) return; // a copy of what was forgotten, or of another row
    this.#keep(
      {
        record,
        kind,
        ref,
        author: known?.author ?? null,
        is_dirty: next === history ? known?.is_dirty ?? 1 : 1,
      },
      next,
      {
        hash: null,
        digest: this.#digestOf(values),
      },
    );
  }

  /** The same on two machines that began as copies of each other. */
  #newRecord(kind: SyncedKind, ref: string, { created_at, body, text, goal }: SyncRowFields): string {
    return uuidFrom(
      this.seal.name,
      JSON.stringify([kind, created_at, body ?? text ?? goal, kind === "lesson" ? ref : ""]),
    );
  }

  #noteDeath(kind: SyncedKind, ref: string): void {
    const { store, space, origin } = this.place;
    const known = recordOfRow(store, space.name, kind, ref);
    if (known === undefined || ref === HIDDEN || liveRow(store, kind, ref) !== undefined) return;
    const history = JSON.parse(known.history) as History;
    const gone = refreshed(history, undefined, { origin, digest: this.seal.digest, now: Date.now() });
    this.#keep({ ...known, is_dirty: 1 }, gone, { hash: history.fields.body?.[1] ?? "", digest: "" });
  }

  /** The digest of a text that lost on another machine and was forgotten meanwhile. */
  #forgottenText({ fields }: Body): string | undefined {
    if (fields.status?.[0] !== "candidate") return undefined;
    const digest = this.#textDigest(fields.body?.[0]);
    return [...goneRecords(this.place.store, this.place.space.name).values()].find((hash) => hash === digest);
  }

  /**
   * A row that says the same already and is one's own: it becomes this record. Where it is one of its own, both machines
   * decide alike: the record with the lesser name stays, and the other one leads to it.
   */
  #twinOf(record: string, kind: SyncedKind, { fields, gone }: Body) {
    const { store, space, origin, names } = this.place;
    if (kind !== "memory" || gone !== undefined || fields.status?.[0] !== "active") return undefined;
    const [project, scope, category, body] = ["project", "scope", "category", "body"].map((name) =>
      fields[name]?.[0]
    );
    const folder = typeof project === "string" ? names.folderOf(project) : null;
    const isOwn = !isTeam(space.name);
    this.#byText ??= memoriesByText(store, { ownAlone: !isOwn });
    const said = { project: folder, scope: String(scope), category: String(category), body: String(body) };
    const row = this.#byText.get(textKey(said));
    if (row === undefined || memoryByRow(store, row)?.body !== body) return undefined;
    const ref = String(row);
    if (isOwn) setMemoryAuthor(store, ref, null); // what a team said, and oneself on another machine
    const known = recordOfRow(store, space.name, kind, ref);
    const isLesser = known !== undefined && known.record < record;
    if (isLesser) return { record: known, isLesser };
    if (known !== undefined) {
      const gone = { ...NO_HISTORY, gone: stampAfter(lastOf(JSON.parse(known.history)), Date.now(), origin) };
      this.#keep({ ...known, ref: "", is_dirty: 1 }, gone, { hash: `>${record}`, digest: "" });
    }
    const history = known?.history ?? JSON.stringify(NO_HISTORY);
    const taken = { record, kind, ref, history, author: null, is_dirty: 1, hash: null, digest: "" };
    keepRecord(store, space.name, taken); // a row of a record travels, also where it is not shared
    return { record: taken, isLesser };
  }

  /** What is known here of a record; `undefined` for a row that does not travel, as its project is excluded or nameless. */
  #refreshed(kind: SyncedKind, known: SyncRecord | undefined) {
    const { store, origin } = this.place;
    if (known === undefined) return NOTHING_HERE;
    const before = JSON.parse(known.history) as History;
    if (before.gone !== undefined || known.ref === "" || known.ref === HIDDEN) {
      return { values: undefined, history: before, isDirty: false };
    }
    const row = liveRow(store, kind, known.ref);
    const values = this.#travelling(kind, row);
    if (row !== undefined && values === undefined) return undefined;
    const history = refreshed(before, values, { origin, digest: this.seal.digest, now: Date.now() });
    return { values, history, isDirty: history !== before };
  }

  #remove(kind: SyncedKind, known: SyncRecord | undefined, body: Body): void {
    const { store, space } = this.place;
    if (known === undefined || known.ref === "" || known.ref === HIDDEN) return;
    if (kind !== "memory") return removeRow(store, kind, known.ref);
    const memory = memoryByRow(store, Number(known.ref));
    if (memory === undefined || memory.status === "deleted") return;
    const now = new Date().toISOString();
    // What was withdrawn and is one's own by now stays.
    if (body.into === "" && memory.author === null) return;
    if (body.into !== undefined) return takeOutMemory(store, memory.id, now);
    this.forgotten++;
    // A text that lost against another one waits for a person, unless it is the very one that was forgotten.
    const lost = new Set(lostMemories(store, space.name));
    for (const row of lost.union(new Set(memoriesWith(store, [memory.body])))) {
      const copy = memoryByRow(store, row)!;
      const isTheSame = lost.has(row) ? this.#textDigest(copy.body) === body.hash : copy.body === memory.body;
      if (isTheSame) forgetMemory(store, copy, now);
      if (isTheSame && row !== memory.id) this.#noteDeath(kind, String(row));
    }
  }

  #textDigest(text: unknown): string {
    return this.seal.digest(JSON.stringify(text));
  }

  /** The text that lost waits in the inbox of every machine, as the same candidate. */
  #keepLost(
    { record, author }: Pick<SyncRecord, "record" | "author">,
    values: Values,
    lost: { readonly text: string; readonly stamp: Stamp },
  ): void {
    const { store, space, names } = this.place;
    const candidate = uuidFrom(this.seal.name, `lost ${record} ${lost.stamp}`);
    if (recordOf(store, space.name, candidate) !== undefined) return;
    const at = new Date(msOf(lost.stamp)).toISOString();
    const evidence = JSON.stringify({ quote: "", cues: ["edited on two machines at once"] });
    const fields = {
      ...values.fields,
      ...{ body: lost.text, status: "candidate", evidence, title: null, created_at: at },
    };
    const own: Values = { fields, lists: values.lists, changedAt: msOf(lost.stamp) };
    const ref = writeRow(store, "memory", undefined, fromTravel(own, names));
    if (author !== null) setMemoryAuthor(store, ref, author);
    const marks = Object.entries(fields).map(([name, value]) =>
      [name, [lost.stamp, this.seal.digest(JSON.stringify(value))]] as const
    );
    const lists = Object.entries(values.lists).map(([name, elements]) =>
      [
        name,
        Object.fromEntries(elements.map((text) => [this.seal.digest(text), [lost.stamp, 1] as const])),
      ] as const
    );
    const history: History = {
      fields: Object.fromEntries(marks),
      lists: Object.fromEntries(lists),
      follows: {},
    };
    this.#keep({ record: candidate, kind: "memory", ref, author, is_dirty: 1 }, history, {
      hash: null,
      digest: this.#digestOf(own),
    });
  }

  #digestOf(values: Values): string {
    return this.seal.digest(JSON.stringify([values.fields, values.lists]));
  }

  #keep(
    row: Pick<SyncRecord, "record" | "kind" | "ref" | "author" | "is_dirty">,
    history: History,
    more: Pick<SyncRecord, "hash" | "digest">,
  ): void {
    keepRecord(this.place.store, this.place.space.name, {
      ...row,
      history: JSON.stringify(history),
      ...more,
    });
  }
}

type SyncRowFields = Readonly<Record<string, string | number | null | undefined>>;
