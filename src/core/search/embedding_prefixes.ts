/** What a text is to its model: something to be found, or the question. */
export type EmbeddedAs = "document" | "query";

/** Models that were trained with these words before each text and find much less without them. */
const PREFIXES: readonly { readonly model: RegExp; readonly words: Readonly<Record<EmbeddedAs, string>> }[] =
  [
    { model: /nomic-embed-text/i, words: { document: "search_document: ", query: "search_query: " } },
    { model: /(?:^|[-/])e5[-_:]/i, words: { document: "passage: ", query: "query: " } },
  ];

/** The text as its model wants it. */
export function embeddedText(model: string, as: EmbeddedAs, text: string): string {
  const words = PREFIXES.find((prefix) => prefix.model.test(model))?.words[as] ?? "";
  return words + text;
}
