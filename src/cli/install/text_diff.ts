/** Unchanged lines shown around a change. */
const CONTEXT = 3;

interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The change from one text to the other in the form of `diff -u`, without its file names; empty when nothing changes. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const lines = diffLines(toLines(before), toLines(after));
  return hunksOf(lines).map((hunk) => renderHunk(lines, hunk)).join("\n");
}

function toLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [
    ...before.slice(0, start).map(line(" ")),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(line(" ")),
  ];
}

/** By the longest common subsequence: quadratic, which the lines between two changes of a settings file allow. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push(line(" ")(before[i++] ?? ""));
      j++;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      lines.push(line("-")(before[i++] ?? ""));
    } else lines.push(line("+")(after[j++] ?? ""));
  }
  return [...lines, ...before.slice(i).map(line("-")), ...after.slice(j).map(line("+"))];
}

/** At [i][j]: how many lines `before` from i and `after` from j have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]];
    if (row === undefined || below === undefined) continue;
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

interface Hunk {
  readonly start: number;
  end: number;
}

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const end = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && index - CONTEXT <= last.end) last.end = end;
    else hunks.push({ start: Math.max(0, index - CONTEXT), end });
  }
  return hunks;
}

function renderHunk(lines: readonly DiffLine[], { start, end }: Hunk): string {
  const shown = lines.slice(start, end);
  const place = (other: "-" | "+") => {
    const first = lines.slice(0, start).filter(({ sign }) => sign !== other).length;
    const count = shown.filter(({ sign }) => sign !== other).length;
    return `${count === 0 ? first : first + 1},${count}`;
  };
  return [`@@ -${place("+")} +${place("-")} @@`, ...shown.map(({ sign, text }) => sign + text)].join("\n");
}

function line(sign: DiffLine["sign"]): (text: string) => DiffLine {
  return (text) => ({ sign, text });
}
