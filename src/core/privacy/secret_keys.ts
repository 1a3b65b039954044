import { matchAt } from "./secret_span.ts";
import { isGenerated } from "./secret_mixture.ts";
import { isRandom } from "./secret_values.ts";

/** The beginning of what is assigned, if it may have been generated. */
const LONG_VALUE = /[ \t"'`\\*]*([\w.+/=-]{12,64})/y;

/** The object that the key is in, as .NET has it: `"Jwt": { "Key": "…" }`. */
const OUTER =
  /"([Jj]wt|[Aa]pi|[Aa]uth|[Ee]ncryption|[Ss]igning|[Hh]mac|[Aa]es)[A-Za-z]{0,20}\\*":(?:\s|\\+[nrt])*\{[^{}]{0,150}$/;

/** `API key: …`, as people write it, with the owner of the key; they write of keys too, so that only what is generated counts. */
export function ownedKey(text: string, operator: number, name: string): string {
  if (!/^key$/i.test(name)) return name;
  const start = nameEnd(text, operator) - name.length;
  const value = matchAt(LONG_VALUE, text, operator + 1)?.[1] ?? "";
  if (!isRandom(value)) return name;
  const owner = /\b([A-Za-z]{2,12}) $/.exec(text.slice(Math.max(0, start - 14), start)) ??
    OUTER.exec(text.slice(Math.max(0, start - 200), start));
  return owner === null ? name : `${owner[1]}_${name}`;
}

/** `WEATHER_KEY=…`: a key of any owner, if what is assigned to it in one run could only come from a generator. */
export function isGeneratedKey(text: string, operator: number, name: string): boolean {
  if (!/^[A-Z][A-Z\d_]*_(?:KEY|SALT)$/.test(name) || /PUBLIC|CACHE|HASH|SORT|INDEX/.test(name)) return false;
  const value = matchAt(LONG_VALUE, text, operator + 1)?.[1] ?? "";
  return /^[\w+-]{20,64}=*$/.test(value) && isRandom(value) &&
    (isGenerated(value) || /^[\da-f]+$/.test(value));
}

/** Where the name ends that stands before an operator. */
export function nameEnd(text: string, operator: number): number {
  let end = operator;
  while (" \t".includes(text[end - 1] ?? "x")) end--;
  return end;
}
