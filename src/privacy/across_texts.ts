// Cleans private blocks and secrets that span several items of a list, and finds edits of files with private parts.
import { textKey, textOf } from "./prefilter.ts";
import { stripPrivateTags } from "./private_tags.ts";

type Clean = (text: string) => string;

type Part = Readonly<ReturnType<typeof partsOf>[number]>;

/** Matches what may be a line of a patch: its mark is " ", "+", "-" or "\". */
const PATCH_LINE = /^(?:[ +\\-]|$)/;

/** Removes private blocks over several items and, by `redact`, secrets that only neighbours up to `maxUnits` reveal. */
export function cleanAcross(list: readonly unknown[], redact: Clean | undefined, maxUnits: number) {
  if (list.length < 2) return list;
  const isPatch = list.every((item) => typeof item === "string" && PATCH_LINE.test(item));
  const parts = partsOf(list, isPatch);
  const isTagged = parts.length > 1 && parts.some(({ text }) => stripPrivateTags(text) !== text);
  const untagged = isTagged ? cleanTogether(list, [parts], stripPrivateTags) : list;
  if (redact === undefined) return untagged;
  const short = partsOf(untagged, isPatch).filter(({ text }) => text.length <= maxUnits);
  // Groups neighbours: from one to the next, `index` and `place` both grow by 1, so their difference stays.
  const runs = [...Map.groupBy(short, ({ index }, place) => index - place).values()];
  return cleanTogether(untagged, runs.filter((run) => run.length > 1), redact);
}

/** Returns `list` itself if no item has changed, as callers compare objects. */
export function changedList(list: readonly unknown[], changed: readonly unknown[]): readonly unknown[] {
  return changed.every((item, i) => item === list[i]) ? list : changed;
}

/** Returns the texts in a list of strings or objects, without the `mark` of a patch line: " ", "+" or "-", else "". */
function partsOf(items: readonly unknown[], isPatch: boolean) {
  return items.flatMap((item, index) => {
    const text = textOf(item);
    if (text === undefined) return [];
    const mark = isPatch ? /^[ +-]/.exec(text)?.[0] ?? "" : "";
    return [{ index, mark, text: text.slice(mark.length) }];
  });
}

function cleanTogether(items: readonly unknown[], runs: readonly (readonly Part[])[], clean: Clean) {
  let cleaned: unknown[] | undefined;
  for (const run of runs) {
    const kept = cleanedSides(run, clean);
    for (const part of run) {
      const text = kept.get(part);
      if (text === undefined || text === part.text) continue;
      cleaned ??= [...items];
      const item = items[part.index];
      const key = textKey(item);
      const whole = part.mark + text;
      cleaned[part.index] = key === undefined ? whole : { ...(item as object), [key]: whole };
    }
  }
  return cleaned ?? items;
}

/** Cleans the old and the new side of a patch. A line that is cleaned differently on both becomes empty. */
function cleanedSides(run: readonly Part[], clean: Clean): ReadonlyMap<Part, string> {
  const kept = new Map<Part, string>();
  const old = run.filter(({ mark }) => mark !== "+");
  const views = old.length === run.length ? [run] : [old, run.filter(({ mark }) => mark !== "-")];
  for (const view of views) {
    const cleaned = cleanedTexts(view.map(({ text }) => text), clean);
    view.forEach((part, i) => {
      const [now = "", other] = [cleaned[i], kept.get(part)];
      const isSame = other === undefined || other === part.text || other === now;
      kept.set(part, isSame ? now : now === part.text ? other : "");
    });
  }
  return kept;
}

/** Cleans the texts as one. If that differs from cleaning each alone, divides the result again. */
function cleanedTexts(texts: readonly string[], clean: Clean): readonly string[] {
  const whole = texts.join("\n");
  const cleaned = clean(whole);
  if (cleaned === whole) return texts;
  const alone = texts.map(clean);
  return cleaned === alone.join("\n") ? alone : assignLines(cleaned.split("\n"), texts);
}

/**
 * Gives each cleaned line to the text with the next equal original line, if enough originals follow for the other
 * cleaned lines, else to the text of the next original. A wrong guess only moves a clean line.
 */
function assignLines(lines: readonly string[], texts: readonly string[]): readonly string[] {
  const owners = texts.flatMap((text, i) => text.split("\n").map(() => i));
  const known = texts.join("\n").split("\n");
  const places = Map.groupBy([...known.keys()].reverse(), (i) => known[i]!);
  const assigned: string[][] = texts.map(() => []);
  let at = 0;
  for (const [n, line] of lines.entries()) {
    const same = line === "" ? [] : places.get(line) ?? [];
    while ((same.at(-1) ?? at) < at) same.pop();
    const found = same.at(-1) ?? at;
    const hasRoom = owners.length - found >= lines.length - n;
    const place = hasRoom ? found : at;
    assigned[owners[Math.min(place, owners.length - 1)] ?? 0]?.push(line);
    at = place + 1;
  }
  return assigned.map((kept) => kept.join("\n"));
}

const FILE_KEYS = ["originalFile", "originalFileContents", "original_file"];
/** The depth to which a call is searched for the edited file: its input, its result and objects in these, not lists. */
const FILE_DEPTH = 2;

/** Returns true if parts of an edited file are private: the edit's texts lack the tags, but may be private, too. */
export function editsPrivateFile(call: unknown, depth = 0): boolean {
  if (typeof call !== "object" || call === null) return false;
  const fields = call as Readonly<Record<string, unknown>>;
  const isPrivate = FILE_KEYS.some((key) => {
    const file = fields[key];
    return typeof file === "string" && stripPrivateTags(file) !== file;
  });
  if (isPrivate || depth >= FILE_DEPTH || (Array.isArray(call) && depth > 0)) return isPrivate;
  return Object.values(call).some((value) => editsPrivateFile(value, depth + 1));
}
