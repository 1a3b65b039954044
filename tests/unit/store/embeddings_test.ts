import { countUnembedded, saveVectors, scanVectors, unembeddedItems } from "../../../src/store/embeddings.ts";
import type { Store } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { MemoryStore } from "./memory_store.ts";

/** A database with so many items in the index, numbered from 1. */
function withItems(count: number): MemoryStore {
  const home = new MemoryStore();
  home.add("search_partitions", { id: 1, project: "/p", kind: "memory", items: count });
  home.store.transaction(() => {
    const item = { partition: 1, kind: "memory", created_at: "" };
    for (let ref = 1; ref <= count; ref++) home.add("search_items", { ...item, ref });
  });
  return home;
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
  using home = withItems(1300);
  const { store } = home;
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

Deno.test("scanVectors leaves out vectors of another length, and finds none in an empty table", () => {
  using home = withItems(3);
  const { store } = home;
  assertEquals(scanned(store, 2).items, []);
  saveVectors(store, "m", [1, 2, 3].map((item) => ({ item, vector: new Uint8Array(item) })));
  assertEquals(scanned(store, 2).items, [2]);
});

Deno.test("saveVectors keeps no vector of an item that went while the server thought", () => {
  using home = withItems(2);
  const { store } = home;
  store.run("delete from search_items where ref = 1");
  saveVectors(store, "m", [1, 2, 99].map((item) => ({ item, vector: new Uint8Array(1) })));
  assertEquals(scanned(store, 1).items, [2]);
});

Deno.test("unembeddedItems gives the newest first, of the projects that are named alone", () => {
  using home = withItems(4);
  const { store } = home;
  saveVectors(store, "m", [{ item: 3, vector: new Uint8Array(0) }]);
  const items = (projects: string[]) =>
    unembeddedItems(store, { model: "m", projects }, 2).map(({ item }) => item);
  assertEquals(items(["/p"]), [4, 2]);
  assertEquals(items(["/q", ""]), []);
  assertEquals(countUnembedded(store, { model: "m", projects: ["/p"] }), 3);
  assertEquals(countUnembedded(store, { model: "new", projects: ["/p"] }), 4);
});
