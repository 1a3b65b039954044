/** A foreign value as one short printable line: a file from a repository must not write into a terminal or a prompt. */
export function quoteValue(value: unknown): string {
  let text: string;
  try {
    text = typeof value === "number" ? String(value) : JSON.stringify(value) ?? String(value);
  } catch {
    text = "something that refers to itself";
  }
  return escapeUnprintable(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** A foreign key or a parser's message likewise, without quotes. */
export function plainLine(text: string): string {
  return escapeUnprintable(text.length > 120 ? `${text.slice(0, 117)}…` : text);
}

/** The candidate that a mistyped text most likely meant; `undefined` when none is near. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  const lastName = written.slice(written.lastIndexOf(".") + 1);
  const sameEnd = candidates.filter((candidate) => candidate.endsWith(`.${lastName}`));
  if (sameEnd.length === 1) return sameEnd[0];
  let best: string | undefined;
  let bestDistance = Math.min(6, Math.floor(written.length / 2)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function escapeUnprintable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (unit) => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
