/** The words of a command behind its program, as its options divide them. */
export interface Arguments {
  /** Words that are no options nor their values, up to `--`. */
  readonly plain: readonly string[];
  /** Everything from the first plain word on, `--` included. */
  readonly rest: readonly string[];
}

/** Divides the words; `valueOptions` take the next word as their value unless it stands behind a `=`. */
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

/** `./node_modules/.bin/jest` is `jest`, `python3.11` is `python`, `tsc@5` is `tsc`. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  if (!/[\d.@]/.test(name)) return name;
  if (/^(python|pypy|pip|ruby|php|node|gcc|g\+\+|clang|clang\+\+)-?\d[\d.]*$/.test(name)) {
    return name.replace(/-?[\d.]+$/, "");
  }
  return name.replace(/\.(exe|cmd|bat)$/i, "").replace(/(?<=.)@[\w.^~-]+$/, "");
}

/** A word that sets a variable for the command behind it. */
export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(word);
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
