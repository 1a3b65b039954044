/** The words of a command behind its program, as its options divide them. */
export interface Arguments {
  /** The words up to `--` that are neither options nor their values. */
  readonly plain: readonly string[];
  /** All words from the first plain one on, a later `--` included; without one, those behind `--`. */
  readonly rest: readonly string[];
}

/** Divides the words; an option of `valueOptions` takes the next word as its value. */
export function readArguments(words: readonly string[], valueOptions: ReadonlySet<string>): Arguments {
  const plain: string[] = [];
  let start = words.length;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      if (plain.length === 0) start = Math.min(start, i + 1);
      break;
    }
    if (word.startsWith("-") || word.startsWith("+")) {
      if (valueOptions.has(word)) i++;
      continue;
    }
    if (plain.length === 0) start = i;
    plain.push(word);
  }
  return { plain, rest: words.slice(start) };
}

/** Returns `jest` for `./node_modules/.bin/jest`, `python` for `python3.11`, `tsc` for `tsc@5`. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  if (!/[\d.@]/.test(name)) return name;
  if (/^(python|pypy|pip|ruby|php|node|gcc|g\+\+|clang|clang\+\+)-?\d[\d.]*$/.test(name)) {
    return name.replace(/-?[\d.]+$/, "");
  }
  return name.replace(/\.(exe|cmd|bat)$/i, "").replace(/(?<=.)@[\w.^~-]+$/, "");
}

/** Tells whether a word sets a variable: `CI=1`. */
export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(word);
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
