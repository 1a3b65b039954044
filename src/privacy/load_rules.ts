/** Loads the privacy rules. They are needed for texts for which `mayNeedCleaning` is true, and for log messages. */
export const loadRules = () => import("./clean.ts");
