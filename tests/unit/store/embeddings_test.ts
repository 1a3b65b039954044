import {
  countUnembedded,
  dropOtherLengths,
  saveVectors,
  scanVectors,
  unembeddedItems,
} from "../../../src/store/embeddings.ts";
import type { Store } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { CliHome } from "../../_support/cli_home.ts";

/** Runs `work` on a database with so many items in the index, numbered from 1. */
function withItems(count: number, work: (store: Store) => void): void {
  using home = new CliHome();
  home.withStore((store) => {
    store.run(
      "insert into search_partitions (id, project, kind, items) values (1, '/p', 'memory', ?)",
      count,
    );
    store.transaction(() => {
      for (let ref = 1; ref <= count; ref++) {
        store.run(
          "insert into search_items (partition, kind, ref, created_at) values (1, 'memory', ?, '')",
          ref,
        );
      }
    });
    work(store);
  });
}

function scanned(store: Store, length: number): { items: number[]; bytes: number[] } {
  const items: number[] = [];
  const bytes: number[] = [];
  scanVectors(store, { model: "m", length }, (block, vectors) => {
    items.push(...block);
    bytes.push(...vectors);
  });
  return { items, bytes };
}

Deno.test("scanVectors hands over every vector byte for byte, zeros and what is no UTF-8 included, in more than a block", () => {
  withItems(1300, (store) => {
    const vectors = Array.from({ length: 1300 }, (_, i) => ({
      item: i + 1,
      vector: Uint8Array.from([0, i % 256, 0xff, (i * 7) % 256, 0xc3, 0]),
    }));
    saveVectors(store, "m", vectors);
    saveVectors(store, "other", [{ item: 1, vector: new Uint8Array(6) }]);
    assertEquals(scanned(store, 6), {
      items: vectors.map(({ item }) => item),
      bytes: vectors.flatMap(({ vector }) => [...vector]),
    });
  });
});

Deno.test("scanVectors leaves out vectors of another length, and finds none in an empty table", () => {
  withItems(3, (store) => {
    assertEquals(scanned(store, 2).items, []);
    saveVectors(store, "m", [1, 2, 3].map((item) => ({ item, vector: new Uint8Array(item) })));
    assertEquals(scanned(store, 2).items, [2]);
    assertEquals(dropOtherLengths(store, "m", 2), 2);
    assertEquals(scanned(store, 1).items, []);
  });
});

Deno.test("saveVectors keeps no vector of an item that went while the server thought", () => {
  withItems(2, (store) => {
    store.run("delete from search_items where ref = 1");
    saveVectors(store, "m", [1, 2, 99].map((item) => ({ item, vector: new Uint8Array(1) })));
    assertEquals(scanned(store, 1).items, [2]);
  });
});

Deno.test("unembeddedItems gives the newest first, of the projects that are named alone", () => {
  withItems(4, (store) => {
    saveVectors(store, "m", [{ item: 3, vector: new Uint8Array(0) }]);
    const items = (projects: string[]) =>
      unembeddedItems(store, { model: "m", projects }, 2).map(({ item }) => item);
    assertEquals(items(["/p"]), [4, 2]);
    assertEquals(items(["/q", ""]), []);
    assertEquals(countUnembedded(store, { model: "m", projects: ["/p"] }), 3);
    assertEquals(countUnembedded(store, { model: "new", projects: ["/p"] }), 4);
  });
});
