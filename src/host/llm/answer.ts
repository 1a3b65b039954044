/** What came of asking a model: its words, or why there are none, in words that hold no key and no address. */
export type ModelAnswer =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

export function failed(reason: string): { readonly kind: "failed"; readonly reason: string } {
  return { kind: "failed", reason };
}
