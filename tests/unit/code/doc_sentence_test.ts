import { assertEquals } from "../../_support/assert.ts";
import { docAbove, docstring } from "../../../src/code/doc_sentence.ts";

const ABOVE: readonly (readonly [comment: string, sentence: string | null])[] = [
  ["/** Adds up. */", "Adds up."],
  ["/**\n * Adds up the prices,\n * all of them. Taxes come later.\n */", "Adds up the prices, all of them."],
  ["/**\n * @brief Adds up.\n * @param prices in cents\n */", "Adds up."],
  ["/**\n * Adds up\n *\n * at length.\n */", "Adds up"],
  ["/**\n * @param prices in cents\n */", null],
  ["// Adds up, e.g. prices. More.", "Adds up, e.g. prices."],
  ["// Version 1.2 of it. More.", "Version 1.2 of it."],
  ["/// Adds up.\n///\n/// # Panics", "Adds up."],
  ["//! Adds up!", "Adds up!"],
  ["// ----------------\n// Sums\n// ----------------", "Sums"],
  ["// eslint-disable-next-line\n// Adds up.", "Adds up."],
  ["//go:noinline", null],
  ["// Copyright 2026 Somebody\n// Adds up.", null],
  ["/* SPDX-License-Identifier: MIT */", null],
  ['/// <summary>Adds <see cref="Prices"/> up.</summary>', "Adds Prices up."],
  ["/// See {@link total} for that.", "See total for that."],
  ["// 値段を合計する。税は後で。", "値段を合計する。"],
  ["int before; /* of another thing\n   on two lines */", null],
  ["int before;", null],
  ["// Adds up.\n", null],
  ["", null],
];

for (const [comment, sentence] of ABOVE) {
  Deno.test(`the sentence above a definition, of ${JSON.stringify(comment)}`, () => {
    const lines = `${comment}\nint total();`.split("\n");
    assertEquals(docAbove(lines, lines.length - 1, "//"), sentence);
  });
}

Deno.test("a comment with # is one in Python and Ruby alone", () => {
  assertEquals(docAbove(["# Adds up.", "def total"], 1, "#"), "Adds up.");
  assertEquals(docAbove(["#include <total.h>", "int total();"], 1, "//"), null);
});

Deno.test("a sentence is cut at a word after 200 characters", () => {
  const long = docAbove([`// ${"price ".repeat(80)}`, "x"], 1, "//");
  assertEquals(long?.length, 198);
  assertEquals(long?.endsWith("price…"), true);
});

Deno.test("a docstring is the string that a body begins with", () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['"""Adds up.\n\n    At length.\n    """\n    return 1', "Adds up."],
    ["r'''Adds up'''", "Adds up"],
    ["'Adds up.'", "Adds up."],
    ['"""', null],
    ["return 'no'", null],
    ['f"{x}"', null],
  ];
  for (const [body, sentence] of cases) assertEquals(docstring(`def f():${body}`, 8), sentence, body);
});
