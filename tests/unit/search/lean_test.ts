import { assert } from "../../_support/assert.ts";
import { leanOf } from "../../../src/search/relevance_floor.ts";

Deno.test("leanOf() asks less of what a question or a failure has to share with its answer", () => {
  for (
    const text of [
      "Why did we take Redis?",
      "where do the fixtures go",
      "CI is red again",
      "the build FAILS on arm",
    ]
  ) assert(leanOf(text) < 1, text);
});

Deno.test("leanOf() asks more for what begins something new", () => {
  for (
    const text of [
      "Add a dark mode",
      "sort the list by name",
      "ok, please write a haiku",
      "let's design a landing page",
    ]
  ) {
    assert(leanOf(text) > 1, text);
  }
});

Deno.test("leanOf() asks more of what wants to be taught, though it asks", () => {
  for (const text of ["what's the difference between a map and a record?", "can you explain closures?"]) {
    assert(leanOf(text) > 1, text);
  }
});

Deno.test("leanOf() takes what is one's own for no matter of books", () => {
  for (
    const text of [
      "explain why we retry",
      "what does our cache do?",
      "what is the difference to what we had?",
    ]
  ) {
    assert(leanOf(text) < 1, text);
  }
});

Deno.test("leanOf() leans neither way for a mere statement, or for something new that asks", () => {
  for (
    const text of [
      "",
      "the cart of guests",
      "padding of the header",
      "add a cache? where do we keep those",
      "what does yield do?",
    ]
  ) {
    assert(leanOf(text) === 1, text);
  }
});
