import { stripPrivateTags } from "./private_tags.ts";
import { mayNeedCleaning } from "./privacy_signs.ts";

type Clean = (text: string) => string;

/** A string of a list, or the text of an object in it, without the sign of a patch. */
interface Part {
  readonly index: number;
  readonly sign: string;
  readonly text: string;
}

/** Where objects have their text, as `{ "type": "text", "text": "…" }` and the lines that a search finds. */
const TEXT_KEYS = ["text", "content", "line"];
const SIGN = /^[ +-]/;
const PATCH_LINE = /^(?:[ +\\-]|$)/;

/** Whether these may be the lines of a patch, of which each begins with a sign. */
export function isPatch(items: readonly unknown[]): boolean {
  return items.every((item) => typeof item === "string" && PATCH_LINE.test(item));
}

/**
 * The list without the private blocks that begin in one of its items and end in another; the same list when there
 * are none. `before` are the tags that are open where the list begins.
 */
export function hideBlocksAcross(
  items: readonly unknown[],
  { isPatch, clean = stripPrivateTags, before = "" }: { isPatch: boolean; clean?: Clean; before?: string },
): readonly unknown[] {
  const parts = partsOf(items, isPatch);
  const isTagged = parts.length > 1 && parts.some(({ text }) => clean(text) !== text);
  return isTagged || before !== "" ? cleanTogether(items, [parts], clean, before) : items;
}

/**
 * The list without the secrets that a neighbouring item tells; the same list when there are none. Items of more than
 * `maxUnits` are no lines.
 */
export function hideSecretsAcross(
  items: readonly unknown[],
  { isPatch, clean, maxUnits, isTold }: {
    readonly isPatch: boolean;
    readonly clean: Clean;
    readonly maxUnits: number;
    /** Whether there may be secrets that nothing in the list tells. */
    readonly isTold: boolean;
  },
): readonly unknown[] {
  const runs = runsOf(partsOf(items, isPatch), maxUnits)
    .filter((run) => run.length > 1 && (isTold || mayNeedCleaning(run.map(({ index }) => items[index]))));
  return runs.length === 0 ? items : cleanTogether(items, runs, clean, "");
}

function partsOf(items: readonly unknown[], isPatch: boolean): readonly Part[] {
  return items.flatMap((item, index) => {
    const text = typeof item === "string" ? item : textOf(item);
    if (text === undefined) return [];
    const sign = isPatch ? SIGN.exec(text)?.[0] ?? "" : "";
    return [{ index, sign, text: text.slice(sign.length) }];
  });
}

function textKey(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  return TEXT_KEYS.find((key) => typeof (item as Record<string, unknown>)[key] === "string");
}

function textOf(item: unknown): string | undefined {
  const key = textKey(item);
  return key === undefined ? undefined : (item as Record<string, string>)[key];
}

/** Those that follow one another without anything else between them. */
function runsOf(parts: readonly Part[], maxUnits: number): readonly (readonly Part[])[] {
  const runs: Part[][] = [];
  let next = -1;
  for (const part of parts) {
    if (part.text.length > maxUnits) continue;
    if (part.index === next) runs.at(-1)?.push(part);
    else runs.push([part]);
    next = part.index + 1;
  }
  return runs;
}

function cleanTogether(
  items: readonly unknown[],
  runs: readonly (readonly Part[])[],
  clean: Clean,
  before: string,
): readonly unknown[] {
  let cleaned: unknown[] | undefined;
  for (const run of runs) {
    const kept = keptOf(run, clean, before);
    for (const part of run) {
      const text = kept.get(part);
      if (text === undefined || text === part.text) continue;
      cleaned ??= [...items];
      cleaned[part.index] = withText(items[part.index], part.sign + text);
    }
  }
  return cleaned ?? items;
}

function withText(item: unknown, text: string): unknown {
  const key = textKey(item);
  return key === undefined ? text : { ...(item as object), [key]: text };
}

/** A patch is two texts, before and after it: what is changed otherwise in each of them is private in one. */
function keptOf(run: readonly Part[], clean: Clean, before: string): ReadonlyMap<Part, string> {
  const kept = new Map<Part, string>();
  for (const view of viewsOf(run)) {
    const texts = view.map(({ text }) => text);
    const cleaned = cleanedTexts(texts, clean, before);
    view.forEach((part, i) => {
      const [now = "", other] = [cleaned[i], kept.get(part)];
      const isSame = other === undefined || other === part.text || other === now;
      kept.set(part, isSame ? now : now === part.text ? other : "");
    });
  }
  return kept;
}

function viewsOf(run: readonly Part[]): readonly (readonly Part[])[] {
  const old = run.filter(({ sign }) => sign !== "+");
  const changed = run.filter(({ sign }) => sign !== "-");
  return old.length === run.length ? [run] : [old, changed];
}

/** What stays of each text; as they were where the whole loses no more than each of them alone. */
function cleanedTexts(texts: readonly string[], clean: Clean, before: string): readonly string[] {
  const whole = before + texts.join("\n");
  const cleaned = clean(whole);
  if (cleaned === whole || cleaned === texts.map(clean).join("\n")) return texts;
  return dealOut(cleaned.split("\n"), texts);
}

/**
 * The lines that are left, each for the text that it came from: the next one that holds it, or else, as it was
 * changed, the next one. Only what is left is dealt out, so that a wrong place is all that a guess can lead to.
 */
function dealOut(lines: readonly string[], texts: readonly string[]): readonly string[] {
  const owners = texts.flatMap((text, i) => text.split("\n").map(() => i));
  const places = placesOf(texts.join("\n").split("\n"));
  const dealt: string[][] = texts.map(() => []);
  let at = 0;
  for (const [n, line] of lines.entries()) {
    const same = line === "" ? [] : places.get(line) ?? [];
    while ((same.at(-1) ?? at) < at) same.pop();
    const found = same.at(-1) ?? at;
    const hasRoom = owners.length - found >= lines.length - n;
    const place = hasRoom ? found : at;
    dealt[owners[Math.min(place, owners.length - 1)] ?? 0]?.push(line);
    at = place + 1;
  }
  return dealt.map((kept) => kept.join("\n"));
}

/** Where each line stands, the last place first. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    const known = places.get(line);
    if (known === undefined) places.set(line, [i]);
    else known.push(i);
  }
  return places;
}
