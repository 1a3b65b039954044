/** Words that say nothing about what is asked; neither indexed nor asked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an the this that these those it its is are was were be been being am do does did done doing have has had " +
    "having will would shall should can could may might must i me my mine we us our you your he him his she her they " +
    "them their who whom whose which what when where why how of and or but if then than so as at by to from in on onto " +
    "into with for about over under out up down there here not no nor too very just also only own same such some any " +
    "all both each more most other again once because while until during before after above below between through " +
    "s t d ll m re ve don doesn didn isn wasn aren weren won wouldn couldn shouldn hasn haven hadn let lets please " +
    "get got gets like want wants")
    .split(" "),
);
