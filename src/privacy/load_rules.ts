/** Loads the rules of privacy, for texts in which a quick look finds something, and for logged text. */
export const loadRules = () => import("./clean.ts");
