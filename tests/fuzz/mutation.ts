import * as fc from "fast-check";

/** A change at the `at`-th place of a JSON value, counted around. */
interface JsonChange {
  readonly kind: "replace" | "remove" | "repeat" | "rename" | "nest";
  readonly at: number;
  readonly value: unknown;
}

/** A change of a text: `length` units at `at` give way to `insert`. */
interface TextChange {
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

type Container = Record<string, unknown> | unknown[];

const HOSTILE_TEXT = [
  ...("§ §\u0000§\ud800§\udfff\ud800§\u2028§\ufeff§__proto__§constructor§toString§../../../../etc/passwd§/§" +
    ".§..§-rf§NaN§%00§'; drop table memories;--§${HOME}§$(id)§<private>§</private>§<mneme-context>§" +
    "</mneme-context>§<system-reminder>§[redacted:token]§\u001b[31m§\r\n§🧨§é́́").split("§"),
  ...["9".repeat(400), "x".repeat(5000), "<".repeat(300), "\\".repeat(301), '"'.repeat(33)],
];

/** Text that something may trip over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXT) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
);

/** JSON that something may trip over. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, -0.5, 1e308, 2 ** 53, [], {}, [[]], [null], { "": "" }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 2, max: 500 }).map(nested),
);

/** Structure-aware changes. */
export const jsonChanges: fc.Arbitrary<JsonChange[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<JsonChange["kind"]>("replace", "replace", "remove", "repeat", "rename", "nest"),
    at: fc.nat({ max: 10_000 }),
    value: hostileValue,
  }),
  { maxLength: 6 },
);

/** Changes of the bare text: cut, doubled, broken. */
export const textChanges: fc.Arbitrary<TextChange[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 100_000 }),
    length: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.nat({ max: 4000 })),
    insert: fc.oneof(
      hostileText,
      fc.constantFrom("{", "}", "[", "]", '"', ",", ":", "\n", "\\u", "\\", "0", "#", "|", "&a *a", "- "),
    ),
  }),
  { maxLength: 4 },
);

/** A copy of the value with the changes made. */
export function changeJson(value: unknown, changes: readonly JsonChange[]): unknown {
  const root = { value: structuredClone(value) };
  for (const change of changes) {
    const places = placesIn(root, 0);
    const place = places[change.at % places.length];
    if (place !== undefined) changeAt(place, change);
  }
  return root.value ?? null;
}

/** The text with the changes made. */
export function changeText(text: string, changes: readonly TextChange[]): string {
  return changes.reduce((changed, { at, length, insert }) => {
    const start = at % (changed.length + 1);
    return changed.slice(0, start) + insert + changed.slice(start + length);
  }, text);
}

interface Place {
  readonly holder: Container;
  readonly key: string | number;
}

const MAX_PLACES = 3000;

function placesIn(holder: Container, depth: number): Place[] {
  if (depth > 50) return [];
  const places: Place[] = [];
  for (const [key, value] of Object.entries(holder)) {
    places.push({ holder, key: Array.isArray(holder) ? Number(key) : key });
    if (typeof value === "object" && value !== null) places.push(...placesIn(value as Container, depth + 1));
    if (places.length > MAX_PLACES) break;
  }
  return places;
}

function changeAt({ holder, key }: Place, { kind, value }: JsonChange): void {
  const object = holder as Record<string | number, unknown>;
  const before = object[key];
  if (kind === "replace") object[key] = structuredClone(value);
  else if (kind === "remove") delete object[key];
  else if (kind === "nest") object[key] = [{ value: before }];
  else if (kind === "repeat") object[key] = [before, before, before];
  else setOwn(object, typeof value === "string" && value !== LENGTH ? value : "renamed", before);
}

const LENGTH = "length"; // of a list it takes numbers alone

/** Also under the name `__proto__`. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function nested(depth: number): unknown {
  return JSON.parse('{"a":['.repeat(depth / 2) + "]}".repeat(depth / 2));
}
