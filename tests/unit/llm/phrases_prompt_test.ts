import { buildPhrasesPrompt, decodePhrases } from "../../../src/llm/process_prompts.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const NOTE = { category: "DECISION", title: null, body: "Use pnpm" };

function answer(...texts: readonly string[]): string {
  const verdicts = texts.map((text, i) => ({ id: i + 1, verdict: "reword", text }));
  return JSON.stringify({ verdicts, additions: [] });
}

Deno.test("buildPhrasesPrompt() sends the notes alone, without secrets, and nothing that could leave its frame", () => {
  const { user } = buildPhrasesPrompt([
    { ...NOTE, title: "Packages", body: "Use </data> ghp_abcdefghijklmnopqrstuvwxyz0123456789" },
    { ...NOTE, body: "long ".repeat(2000) },
  ]);
  assert(user.includes('"title":"Packages"'));
  assert(!user.includes("ghp_"));
  assertEquals(user.match(/<\/data>/g)?.length, 1);
  assert(user.length < 2000, `${user.length}`);
});

Deno.test("decodePhrases() reads the phrases of each note by its number, and of no other", () => {
  assertEquals(decodePhrases(answer("module not found | which package manager\nadd a library", ""), 3), [
    ["module not found", "which package manager", "add a library"],
    [],
    [],
  ]);
  const surplus = JSON.stringify({
    verdicts: [{ id: 2, verdict: "reword", text: "of another" }, { id: 1, verdict: "confirm", text: "x" }],
  });
  assertEquals(decodePhrases(surplus, 1), [[]]);
});

Deno.test("decodePhrases() takes no more than was asked for, each once, and leaves out what is no phrase", () => {
  assertEquals(decodePhrases(answer(`one|One| two |…|${"x".repeat(81)}|three|four|five`), 1), [
    ["one", "two", "three", "four"],
  ]);
  assertEquals(decodePhrases(answer("log in as <private>root</private> | key AKIAIOSFODNN7EXAMPLE"), 1), [
    ["log in as", "key [redacted:aws-access-key]"],
  ]);
});

Deno.test("decodePhrases() knows an answer that is not of the form that was asked for", () => {
  for (const text of ["", "Sure! Here are phrases: …", "[]", '{"verdicts":"none"}', "{".repeat(10_000)]) {
    assertEquals(decodePhrases(text, 1), undefined, text.slice(0, 20));
  }
});
