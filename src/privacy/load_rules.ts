/** Loads the privacy rules. Texts need them if `mayNeedCleaning` is true; log messages always do. */
export const loadRules = () => import("./clean.ts");
