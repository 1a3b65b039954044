import { PROJECT_ROOT } from "../../_support/executables.ts";
import type { DocsHome } from "./docs_home.ts";
import { type Page, readPage } from "./page.ts";
import { type HomeKind, seededHome } from "./seed.ts";

const DOCS = `${PROJECT_ROOT}/docs`;

/** The pages whose commands are run: all of `docs/` but the decisions. */
export function guidePages(): string[] {
  return [...Deno.readDirSync(DOCS)].filter(({ isFile, name }) => isFile && name.endsWith(".md"))
    .map(({ name }) => name).sort();
}

export function pagePath(name: string): string {
  return `${DOCS}/${name}`;
}

export function pageOf(name: string): Page {
  return readPage(Deno.readTextFileSync(pagePath(name)));
}

/** The homes that pages are run in, seeded when the first page wants one. */
export class SeededHomes implements Disposable {
  readonly #homes = new Map<string, Promise<DocsHome>>();
  readonly #seeded: DocsHome[] = [];

  async home(kind: string): Promise<DocsHome> {
    const known = this.#homes.get(kind) ?? seededHome(kind as HomeKind);
    this.#homes.set(kind, known);
    const home = await known;
    if (!this.#seeded.includes(home)) this.#seeded.push(home);
    return home;
  }

  [Symbol.dispose](): void {
    for (const home of this.#seeded) home[Symbol.dispose]();
  }
}
