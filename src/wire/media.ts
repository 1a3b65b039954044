// Replaces images and documents in results of tools by their type and size: nothing uses their base64.
import { sizeText } from "../base/amounts.ts";
import { asObject } from "../base/json.ts";

const MAX_DEPTH = 20; // deeper lists and objects of a result stay as they are
const LEAST_UNITS = 1000; // an icon may stay
const NO_BASE64 = /[^A-Za-z0-9+/=_\r\n-]/;
const TYPE = String.raw`(?:application|audio|font|image|model|video)\/[\w.+-]{1,60}`;
const MEDIA_TYPE = new RegExp(`^${TYPE}$`);
/** Matches what stands before base64 data in a data URL at the beginning of a text, or in the text of a notebook. */
const BEFORE = new RegExp(
  String.raw`(${TYPE}(?<=(?:^data:|")${TYPE})(?:[\w.=;-]{0,60};base64,|\\*"\s{0,9}:\s{0,9}\\*"))` +
    `(?=[A-Za-z0-9+/]{${LEAST_UNITS}})`,
);

/** Returns a result without base64 data, and without the text of a notebook after an edit. */
export function withoutMedia(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.length < LEAST_UNITS ? value : withoutEmbedded(value);
  if (Array.isArray(value) && depth < MAX_DEPTH) return value.map((item) => withoutMedia(item, depth + 1));
  const object = asObject(value);
  if (object === undefined || depth >= MAX_DEPTH) return value;
  const type = Object.values(object).find(isMediaType);
  const members = Object.entries(object).map(([key, member]) => {
    const kind = type ?? (key === "base64" || isMediaType(key) ? key : undefined);
    const isMedia = kind !== undefined && typeof member === "string" && member.length >= LEAST_UNITS &&
      !NO_BASE64.test(member);
    return [key, isMedia ? noteOf(kind, member) : withoutMedia(member, depth + 1)];
  });
  const isNotebook = "original_file" in object;
  return Object.fromEntries(members.filter(([key]) => !isNotebook || key !== "updated_file"));
}

function withoutEmbedded(text: string): string {
  return text.split(BEFORE).map((part, i) => {
    if (i % 2 === 1 || i === 0) return part;
    const { index: end = part.length } = NO_BASE64.exec(part) ?? {};
    return noteOf("base64", part.slice(0, end)) + part.slice(end);
  }).join("");
}

const isMediaType = (value: unknown) => typeof value === "string" && MEDIA_TYPE.test(value);

/** Four units of base64 are three bytes. */
const noteOf = (type: unknown, data: string) => `[${type}, ${sizeText(data.length * 0.75)}]`;
