import { mergedSource, planMerges } from "../../../src/build/merge_chunks.ts";
import { assertEquals } from "../../_support/assert.ts";

const ENTRY = "hook.js";

/** As the bundler writes them: an entry, the answer, a chunk for each set of modules that they share. */
const BUNDLE = new Map([
  [
    ENTRY,
    `import{a as x}from"./chunk-1.js";import{b}from"./chunk-2.js";await import("./answer-A.js");import("./long_stdin-B.js");`,
  ],
  [
    "answer-A.js",
    `import{a as x}from"./chunk-1.js";import{c as y}from"./chunk-3.js";import{d}from"./chunk-4.js";import("./log-C.js");export{y as answer};`,
  ],
  ["long_stdin-B.js", `import{d as q}from"./chunk-4.js";export{q as readOn};`],
  [
    "log-C.js",
    `import"./chunk-2.js";import{c as z,e}from"./chunk-3.js";import{d}from"./chunk-4.js";export{z as log};`,
  ],
  ["chunk-1.js", `var x=1;export{x as a};`],
  ["chunk-2.js", `import{a}from"./chunk-1.js";var x=2;export{x as b};`],
  ["chunk-3.js", `var x=3,y=4;export{x as c,y as e};`],
  ["chunk-4.js", `var x=5;export{x as d};`],
]);

Deno.test("planMerges() joins what the entry loads, and what the answer adds to it but for what runs without it", () => {
  assertEquals(planMerges(BUNDLE, ENTRY), [
    { root: "chunk-1.js", parts: ["chunk-2.js"] },
    { root: "answer-A.js", parts: ["chunk-3.js"] },
  ]);
});

Deno.test("planMerges() finds nothing to join in a bundle of single files", () => {
  const files = new Map([[ENTRY, `import("./answer-A.js");`], ["answer-A.js", `import("./log-C.js")`], [
    "log-C.js",
    "",
  ]]);
  assertEquals(planMerges(files, ENTRY), []);
});

Deno.test("mergedSource() lets every other file import from the root, under names that cannot meet", () => {
  const { text, others } = mergedSource(BUNDLE, { root: "answer-A.js", parts: ["chunk-3.js"] });
  assertEquals(text.split("\n"), [
    `export * from "./answer-A.js";`,
    `import "./answer-A.js";`,
    `export { c as part0c } from "./chunk-3.js";`,
    `export { e as part0e } from "./chunk-3.js";`,
  ]);
  assertEquals([...others.keys()], [
    ENTRY,
    "long_stdin-B.js",
    "log-C.js",
    "chunk-1.js",
    "chunk-2.js",
    "chunk-4.js",
  ]);
  assertEquals(
    others.get("log-C.js"),
    `import"./chunk-2.js";import{part0c as z,part0e as e}from"./answer-A.js";import{d}from"./chunk-4.js";export{z as log};`,
  );
  assertEquals(others.get(ENTRY), BUNDLE.get(ENTRY));
});
