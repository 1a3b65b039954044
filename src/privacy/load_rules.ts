/** The rules of privacy: for a text in which a quick look finds something, and for what is logged. */
export const loadRules = () => import("./clean.ts");
