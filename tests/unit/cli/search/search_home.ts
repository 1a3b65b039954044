import type { FoundItem } from "../../../../src/cli/search/search_command.ts";
import { searchCommand } from "../../../../src/cli/search/search_command.ts";
import { indexItems } from "../../../../src/store/search_index.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome, type CommandRun } from "../../../_support/cli_home.ts";
import { insertRow } from "../../../_support/insert_row.ts";
import { below } from "../../../../src/base/slashes.ts";
import { testIn } from "../../../_support/test_in.ts";

/** Tables with a row of each; an empty project is that of the home. */
const ROWS = `${import.meta.dirname}/search_home`;
const INDEXED = [["prompt", 3], ["session", 2], ["observation", 1], ["code", 1], ["scratchpad", 1]] as const;

/**
 * Two sessions and what came of them, each kind of item once or more: m1 pnpm, m2 proxy (with file), m3 the user's own,
 * m4 of another project, m5 superseded, g1 falsified, v1, p1 to p3, s1, s2, o1, c1, n1.
 */
export class SearchHome extends CliHome {
  readonly other = below(this.root, "other");
  readonly file = `${this.project}/src/checkout.ts`;

  constructor() {
    super();
    this.withStore((store) => {
      for (const [table, row] of casesOf<[string, Parameters<typeof insertRow>[2]]>(ROWS)) {
        const { project, other } = this;
        const place = row.project === "other" ? { project: other } : row.project === "" ? { project } : {};
        insertRow(store, table, { ...row, ...place });
      }
      store.run("update pending_queue set files_touched = json_array(?) where id = 1", this.file);
      for (const [kind, count] of INDEXED) {
        indexItems(store, kind, Array.from({ length: count }, (_, i) => i + 1));
      }
    });
  }

  search(...args: string[]): Promise<CommandRun> {
    return this.run(searchCommand(), args);
  }

  /** What a search finds, as JSON; throws its error. */
  async found(...args: string[]): Promise<FoundItem[]> {
    return JSON.parse(await this.print(searchCommand(), ...args, "--json"));
  }

  async ids(...args: string[]): Promise<string[]> {
    return (await this.found(...args)).map(({ id }) => id).sort();
  }
}

export const test = testIn(SearchHome);
