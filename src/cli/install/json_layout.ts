import type { Node } from "jsonc-parser";

/** How a JSON file is laid out, so that what is inserted looks like what is there. */
export interface Layout {
  /** One level of indentation; may be empty. */
  readonly unit: string;
  readonly eol: string;
  /** Between a key and its value, blanks included. */
  readonly colon: string;
  /** Between two values on the same line. */
  readonly comma: string;
  readonly oneLine: boolean;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Writes a value; `indent` is that of the line on which it starts, `undefined` keeps it on one line. */
export type Rendered = (indent: string | undefined) => string;

/** The layout of the object `root` in `text`; an empty object says nothing and gets two blanks. */
export function detectLayout(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const indent = first === undefined
    ? undefined
    : indentAfterBreak(text.slice(root.offset + 1, first.offset));
  const colon = first === undefined ? ": " : colonOf(text, first);
  return {
    unit: indent ?? "  ",
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    colon,
    comma: colon.endsWith(" ") ? ", " : ",",
    oneLine: first !== undefined && !hasBreak(spanOf(text, root)),
  };
}

/** The value as JSON in this layout. */
export function renderJson(value: Json, layout: Layout, indent: string | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent === undefined ? undefined : indent + layout.unit;
  const [open, close, items] = Array.isArray(value)
    ? ["[", "]", value.map((item: Json) => renderJson(item, layout, inner))]
    : ["{", "}", Object.entries(value).map(([key, item]) => renderProperty(key, item, layout)(inner))];
  if (items.length === 0) return open + close;
  if (inner === undefined) return open + items.join(layout.comma) + close;
  return `${open}${layout.eol}${inner}${items.join(`,${layout.eol}${inner}`)}${layout.eol}${indent}${close}`;
}

/** A key with its value, to be inserted into an object. */
export function renderProperty(key: string, value: Json, layout: Layout): Rendered {
  return (indent) => JSON.stringify(key) + layout.colon + renderJson(value, layout, indent);
}

/** The text with one more child at the end of the object or list, placed as its last child is. */
export function appendChild(text: string, container: Node, child: Rendered, layout: Layout): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  if (last === undefined) return fillEmpty(text, container, child, layout);
  const previous = children.at(-2);
  const gapStart = previous === undefined ? container.offset + 1 : endOf(previous);
  const indent = indentAfterBreak(text.slice(gapStart, last.offset));
  if (indent !== undefined) {
    return splice(text, endOf(last), endOf(last), `,${layout.eol}${indent}${child(indent)}`);
  }
  const base = hasBreak(spanOf(text, container)) ? lineIndent(text, endOf(last)) : undefined;
  return splice(text, endOf(last), endOf(last), layout.comma + child(base));
}

/** The text without one child of the object or list and without the comma that separated it. */
export function removeChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const previous = children[index - 1];
  const next = children[index + 1];
  if (next !== undefined) return splice(text, child.offset, next.offset, "");
  if (previous !== undefined) return splice(text, endOf(previous), endOf(child), "");
  return splice(text, container.offset + 1, endOf(container) - 1, "");
}

/** The text with another value in the node's place, on one line if the old one was. */
export function replaceValue(text: string, node: Node, value: Json, layout: Layout): string {
  const indent = hasBreak(spanOf(text, node)) ? lineIndent(text, node.offset) : undefined;
  return replaceNode(text, node, renderJson(value, layout, indent));
}

/** The text with other characters in the node's place. */
export function replaceNode(text: string, node: Node, by: string): string {
  return splice(text, node.offset, endOf(node), by);
}

/** The characters of the node. */
export function spanOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

function fillEmpty(text: string, container: Node, child: Rendered, layout: Layout): string {
  const outer = lineIndent(text, container.offset);
  const inner = outer + layout.unit;
  const content = layout.oneLine
    ? child(undefined)
    : `${layout.eol}${inner}${child(inner)}${layout.eol}${outer}`;
  return splice(text, container.offset + 1, endOf(container) - 1, content);
}

function colonOf(text: string, property: Node): string {
  const [key, value] = property.children ?? [];
  const found = key === undefined || value === undefined ? "" : text.slice(endOf(key), value.offset);
  return /^[ \t]*:[ \t]*$/.test(found) ? found : ": ";
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** The blanks that follow the last line break; `undefined` without one. */
function indentAfterBreak(gap: string): string | undefined {
  return /[\r\n]([ \t]*)[^\r\n]*$/.exec(gap)?.[1];
}

function lineIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
