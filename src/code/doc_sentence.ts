// Finds the sentence that describes a definition, in the comment above it or in its docstring.
import { cutAtWord } from "../base/cut.ts";
import { isAbbreviation } from "../base/words.ts";

const MAX_LENGTH = 200;
const MAX_LINES_READ = 40;

/** Matches the marks of comments at both ends of a line: `//`, `/**`, `*`, `#`. */
const MARKS = /^\s*(?:\/\*+!?|\*+\/|\*+(?=\s|$)|\/{2,}!?|#+(?=\s|$))\s?|\s*\*+\/\s*$/g;
const DIRECTIVE = // matches lines for tools
  /^(?:@ts-|eslint(?:-(?:disable|enable|env)|\s+\S+:)|prettier-|biome-|deno-|istanbul|c8 |v8 ignore|noqa|pylint|type:|mypy:|nolint|go:|\+build|rubocop|frozen_string|clang-|NOLINT|#?region(?: [\w-]+){0,2}$|#region|#?endregion|MARK:|pragma|tslint|jshint|globals? [\w$]+(?:[,:]|$)|-\*-|#?!)/;
const LICENCE =
  /^copyright\b|\bcopyright (?:\(c\)|©|\d{4})|\b(?:spdx|licen[sc]ed? under|all rights reserved)\b/i;
/** Matches a line after which the description is over: a tag, a list of parameters, a ruler, a code block. */
const TAG =
  /^(?:[@\\](?!brief|summary|link)[a-z]|:(?:param|return|rtype|raises)|(?:Args|Arguments|Parameters|Returns?|Raises|Yields|Examples?|Attributes):?\s*$|<(?:param|typeparam|returns|exception|example|value)\b|-{3,}|={3,}|```)/;
/** Matches an element of a C# comment. Group 1, its first attribute, is the name in a reference: `<see cref="Cart"/>`. */
const XML =
  /<\/?(?:summary|remarks|para|p|c|code|b|i|em|strong|inheritdoc|see|seealso|paramref|typeparamref)\b(?:[^">]*"([^"]*)")?[^>]*>/g;
const SENTENCE = /[.!?](?=\s+["'(`[]?[A-Z0-9])|[.!?]$|[。！？]/g;

/** Matches the first line of annotations, which stand between a comment and its definition. */
const ANNOTATION = /^\s*(?:@(?!interface\b)\w|#\[|\[\w|template\b)/;
/** Matches a line that also ends a definition, or its head, behind the annotation: `@Input() currency = "EUR";`. */
const DEFINED = /[;{}]\s*(?:\/\/.*)?$/;

/** Returns the first sentence of the comment above a definition (at `row`) and its annotations; `null` without one. */
export function docAbove(lines: readonly string[], row: number, comment: string): string | null {
  for (let next: number | undefined = row; next !== undefined; next = annotationAbove(lines, row)) row = next;
  if (comment === "//" && lines[row - 1]?.trim().endsWith("*/")) {
    for (let first = row - 1; first >= 0 && row - first <= 400; first--) { // a longer one is not read
      const line = lines[first]!.trimStart();
      if (line.startsWith("/*")) return docSentence(lines.slice(first, row));
      if (line[0] !== "*" && /[\s;,(){}]\/\*/.test(line)) return null; // the comment stands after code and is about that code
    }
    return null;
  }
  let first = row;
  while (first > 0 && lines[first - 1]!.trimStart().startsWith(comment)) first--;
  return first === row ? null : docSentence(lines.slice(first, row));
}

/** Returns the first row of the annotation that ends above a row; `undefined` if something else does. */
function annotationAbove(lines: readonly string[], row: number): number | undefined {
  const last = lines[row - 1] ?? "";
  if (ANNOTATION.test(last)) return DEFINED.test(last) ? undefined : row - 1;
  if (!/[)\]]\s*$/.test(last)) return undefined;
  let depth = 0;
  for (let first = row - 1; first >= 0 && row - first <= MAX_LINES_READ; first--) {
    for (const bracket of lines[first]!.match(/[()[\]{}]/g) ?? []) depth += /[)\]}]/.test(bracket) ? 1 : -1;
    if (depth <= 0) return ANNOTATION.test(lines[first]!) ? first : undefined;
  }
  return undefined;
}

/** Returns the first sentence of the string with which a body begins; `null` if it begins with something else. */
export function docstring(text: string, bodyStart: number): string | null {
  const found = /^[rRuU]?("""|'''|"|')([\s\S]*?)(?:\1|$)/.exec(text.slice(bodyStart, bodyStart + 4000));
  return found === null ? null : docSentence(found[2]!.split("\n"));
}

/** Returns the first sentence of a comment; `null` for a licence, or for only marks, tags and lines for tools. */
function docSentence(lines: readonly string[]): string | null {
  const said: string[] = [];
  let isInTag = false;
  for (const line of lines.slice(0, MAX_LINES_READ)) {
    const unmarked = line.slice(0, 1000).replace(MARKS, "").replace(XML, "$1");
    const plain = unmarked.trim().replace(/^[@\\](?:brief|summary)\s+/, "");
    if (LICENCE.test(plain)) return null;
    if (DIRECTIVE.test(plain)) continue;
    const hasText = /[^\s\-=*_~#/+.]/.test(plain);
    const isOver = TAG.test(plain) || !hasText;
    if (isOver && said.length > 0) break;
    if (isOver) isInTag = hasText; // then indented lines belong to the tag
    else if (said.length > 0 || !isInTag || /^\S/.test(unmarked)) said.push(plain);
  }
  const text = said.join(" ").replace(/\{@\w+\s+([^{}]*)\}/g, "$1").replace(/\s+/g, " ").trim();
  const end = text.matchAll(SENTENCE).find(({ index }) => !isAbbreviation(text, index, true));
  const first = end === undefined ? text : text.slice(0, end.index + end[0].length);
  return first === "" ? null : cutAtWord(first, MAX_LENGTH);
}
