/** Words that say nothing about what is asked; neither indexed nor asked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an the is are was were be been being am do does did done doing has have had having of and or to in on at by for " +
    "with as it its this that these those i you he she they we me my your his her their our them him us what when " +
    "where who whom whose which why how will would can could should may might must shall not no nor so but if then " +
    "than from about into there here s t d ll m re ve don doesn didn isn wasn aren weren won wouldn couldn shouldn " +
    "hasn haven hadn let please").split(" "),
);
