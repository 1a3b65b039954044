// Apart from load_recall.ts, as ended_calls.ts imports that: files import each other in no circle.
/** Loads the code for shell calls, background tasks, mneme's tools and answered questions: most events need none. */
export const loadRuns = () => import("./ended_calls.ts");
