import { Language, Parser, Query, type Tree } from "web-tree-sitter";
import type { PrivacySettings } from "../../base/settings.ts";
import { assembleUnits, type Capture, type CodeUnit } from "../../code/assemble_units.ts";
import type { Grammar } from "../../code/grammars.ts";
import { cleanText } from "../../privacy/clean.ts";

/** The time limit for parsing a file. A megabyte of code takes a second, but 300,000 brackets would take minutes. */
const MAX_READ_MS = 5000;
/** The folder of the grammars: in the executable beside the code; when run from the sources, that of the last build. */
const GRAMMARS = Deno.build.standalone ? "../../grammars" : "../../../build/grammars";

export type CodeReader = Awaited<ReturnType<typeof openCodeReader>>;

/** Returns a function that reads the units of a source file; it returns `undefined` if the file cannot be parsed. */
export async function openCodeReader() {
  await Parser.init({ wasmBinary: await readGrammarFile("tree-sitter") } as never);
  const parser = new Parser();
  const loaded = new Map<Grammar, { readonly language: Language; readonly query: Query }>();

  return async (text: string, grammar: Grammar): Promise<CodeUnit[] | undefined> => {
    let known = loaded.get(grammar);
    if (known === undefined) {
      const language = await Language.load(await readGrammarFile(grammar.file));
      loaded.set(grammar, known = { language, query: new Query(language, grammar.query) });
    }
    let tree: Tree | null = null;
    try {
      parser.setLanguage(known.language);
      const end = performance.now() + MAX_READ_MS;
      const progressCallback = () => performance.now() > end;
      tree = parser.parse(text, null, { progressCallback });
      if (tree === null) return undefined;
      const found = known.query.matches(tree.rootNode, { progressCallback });
      if (progressCallback()) return undefined;
      return assembleUnits(text, found.map(({ captures }) => captures.map(asCapture)), grammar);
    } catch {
      return undefined; // the code is nested too deeply for the parser's stack
    } finally {
      tree?.delete();
      parser.reset();
    }
  };
}

function asCapture({ name, node }: { name: string; node: Tree["rootNode"] }): Capture {
  const { startIndex, endIndex, startPosition, endPosition } = node;
  return { name, start: startIndex, end: endIndex, startRow: startPosition.row, endRow: endPosition.row };
}

async function readGrammarFile(name: string): Promise<Uint8Array> {
  return await Deno.readFile(`${import.meta.dirname}/${GRAMMARS}/${name}.wasm`);
}

/** Returns the units without secrets. All texts of a file are checked at once, because hardly any file has a secret. */
export function cleanUnits(units: readonly CodeUnit[], privacy: PrivacySettings): readonly CodeUnit[] {
  const options = { redactSecrets: privacy.redact_secrets };
  const clean = (text: string) => cleanText(text, options);
  const all = units.map(({ name, signature, doc }) => `${name}\n${signature}\n${doc ?? ""}`).join("\n\n");
  if (clean(all) === all) return units;
  return units.map((unit) => ({
    ...unit,
    name: clean(unit.name),
    signature: clean(unit.signature),
    doc: unit.doc === null ? null : clean(unit.doc),
  }));
}
