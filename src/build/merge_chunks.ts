/**
 * Chunks that are loaded together whatever happens, as one file: to find, read and link a file costs a hook 0.05 ms,
 * however little is in it, and the bundler makes a file of each set of modules that the same parts of it need.
 */
export interface Merge {
  /** The file that the others go into; its own name and exports stay. */
  readonly root: string;
  readonly parts: readonly string[];
}

/** What is left to do for the bundler: a module that holds root and parts, and what the other files become. */
export interface MergedSource {
  readonly text: string;
  readonly others: ReadonlyMap<string, string>;
}

/** Everything behind these is loaded for nearly every event. */
const ANSWER = /^answer-/;
/** The longer ways: what each needs beside the answer and the ways before it. */
const WAYS = [
  /^capture_run-/,
  /^capture_usual-/,
  /^large_texts-/,
  /^recall_by_file-/,
];
/** Those of a hook that judges a turn. Any other would load a conversation's reader with what it has in common with it. */
const TRIAGE_WAYS = [/^read_conversation-/, /^stop_triage-/, /^stop_found-/];
/** What may run and end without the answer: it must not bring the answer's code with it. */
const AHEAD = /^(?:long_stdin|oversize|count_ahead|helper_ahead|print_reply)-/;

const STATIC_IMPORT = /\bimport(?:\{([^}]*)\}from)?"\.\/([^"]+)";?/g;
const DYNAMIC_IMPORT = /\bimport\("\.\/([^"]+)"\)/g;

/**
 * What of a hook's bundle can be merged: the chunks that the entry always loads, and with the answer what that adds.
 * Nothing goes into the entry itself: it waits for the answer, which must not wait for it.
 */
export function planMerges(files: ReadonlyMap<string, string>, entry: string): readonly Merge[] {
  const roots = [entry, ...[...files.values()].flatMap((text) => namesIn(text, DYNAMIC_IMPORT, 1))];
  const chunks = (root: string) => [...closureOf(root, files)].filter((name) => !roots.includes(name));
  const [first, ...others] = chunks(entry);
  const merges: Merge[] = first === undefined ? [] : [{ root: first, parts: others }];
  const answer = roots.find((name) => ANSWER.test(name));
  if (answer !== undefined) {
    const apart = new Set([entry, ...roots.filter((name) => AHEAD.test(name))].flatMap(chunks));
    merges.push({ root: answer, parts: chunks(answer).filter((name) => !apart.has(name)) });
    const there = new Set([...apart, ...chunks(answer)]);
    const judges = roots.some((name) => name.startsWith("stop_triage-"));
    for (const way of judges ? [...WAYS, ...TRIAGE_WAYS] : WAYS) {
      const root = roots.find((name) => way.test(name));
      const parts = root === undefined ? [] : chunks(root).filter((name) => !there.has(name));
      if (root !== undefined) merges.push({ root, parts });
      for (const part of parts) there.add(part);
    }
  }
  return merges.filter(({ parts }) => parts.length > 0);
}

/** The module to bundle, and the other files importing from the root what they imported from its parts. */
export function mergedSource(files: ReadonlyMap<string, string>, { root, parts }: Merge): MergedSource {
  const exported = new Set<string>();
  const others = new Map<string, string>();
  for (const [name, text] of files) {
    if (name !== root && !parts.includes(name)) others.set(name, redirected(text, { root, parts }, exported));
  }
  const text = [`export * from "./${root}";`, `import "./${root}";`, ...exported].join("\n");
  return { text, others };
}

/** The text with its imports from the parts taken from the root; notes what the root has to export for that. */
function redirected(text: string, { root, parts }: Merge, exported: Set<string>): string {
  return text.replaceAll(STATIC_IMPORT, (whole, clause: string | undefined, from: string) => {
    const part = parts.indexOf(from);
    if (part < 0) return whole;
    const names = (clause ?? "").split(",").filter((one) => one !== "").map((one) => {
      const [name = "", local = name] = one.split(" as ");
      exported.add(`export { ${name} as part${part}${name} } from "./${from}";`);
      return `part${part}${name} as ${local}`;
    });
    return names.length === 0 ? `import"./${root}";` : `import{${names.join(",")}}from"./${root}";`;
  });
}

/** The file and all that it loads at once. */
function closureOf(name: string, files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const closure = new Set([name]);
  for (const each of closure) { // grows while it is walked
    for (const next of namesIn(files.get(each) ?? "", STATIC_IMPORT, 2)) closure.add(next);
  }
  return closure;
}

function namesIn(text: string, pattern: RegExp, group: number): string[] {
  return [...text.matchAll(pattern)].map((match) => match[group] ?? "");
}
