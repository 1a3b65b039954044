import { indexProject } from "../../../../src/cli/index/index_command.ts";
import { Workload } from "../../../../src/cli/frame/workload.ts";
import { DEFAULT_SETTINGS } from "../../../../src/base/settings.ts";
import type { SqlValue } from "../../../../src/store/sql.ts";
import type { Row, Store } from "../../../../src/store/store.ts";
import { MemoryStore } from "../../store/memory_store.ts";

/** A throw-away project with a database. */
export class ProjectFolder implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-code-" }));
  readonly project = `${this.root}/project`;
  readonly #database = new MemoryStore();

  constructor(files: Readonly<Record<string, string>> = {}) {
    Deno.mkdirSync(this.project);
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  get store(): Store {
    return this.#database.store;
  }

  /** Lays down a file with a time long ago, each time a later one, as if somebody had edited it. */
  write(path: string, content: string | Uint8Array): void {
    const file = `${this.project}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
    this.#clock += 1000;
    Deno.utimeSync(file, new Date(this.#clock), new Date(this.#clock));
  }

  index(maxMs = Infinity): ReturnType<typeof indexProject> {
    const [{ project, store }, { privacy }] = [this, DEFAULT_SETTINGS];
    return indexProject(store, project, { privacy, workload: new Workload(store, { maxMs }) });
  }

  /** The first row, as a plain object. */
  row(sql: string, ...values: SqlValue[]): Row {
    return { ...this.store.first<Row>(sql, ...values) };
  }

  /** Names and paths of all units: "total src/cart.ts". */
  units(): string[] {
    return this.store.all<{ unit: string }>(
      "select name || ' ' || path as unit from code_units order by path, start_line",
    ).map(({ unit }) => unit);
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
    Deno.removeSync(this.root, { recursive: true });
  }

  #clock = Date.UTC(2026, 0, 1);
}
