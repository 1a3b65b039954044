import type { Phrase } from "./prediction_doubts.ts";

/** How things were and where they go, and what tools do: see prediction_phrases.ts. */
export const TRENDS: readonly Phrase[] = [
  [
    "before:|now:|behaviour:|behavior:|earlier:|current:|currently:|previously:|today:",
    /(?:^|[.;]\s)\s*(?:before(?:\s+the\s+\w+)?|right\s+now|(?:old|current|previous)(?:\s+\w+)?|earlier|currently|previously|today)\s*:\s[^.;\n]*(?=[.;]\s)/g,
    " ",
  ],
  [
    "back",
    /\b(?:comes?|came|coming)\s+back\s+(?=(?:all\s+)?(?:clean|green|fine|happy|ok|okay|passing)\b|without\b|with\s+(?:no|zero|0|nothing)\b)/g,
    " passes ",
  ],
  // A rate is of the whole: that it rises does not say that all pass.
  ["rate", /\b(?:pass(?:ing)?|success)\s+rate\b[^.;,\n]{0,60}?\b100\s?%/g, " passes "],
  ["rate", /\b(?:pass(?:ing)?|success|fail(?:ing|ure)?)\s+rate\b[^.;,\n]{0,60}/g, " "],
  ["happy", /\b(?:be|is|are|stays?|remains?|looks?)\s+(?:\w+\s+)?happy\b/g, " passes "],
  ["unhappy", /\b(?:be|is|are)\s+(?:\w+\s+)?unhappy\b/g, " fails "],
  ["all good", /\ball\s+good\b/g, " passes "],
  ["no issues|nothing", /\b(?:reports?|finds?|shows?|prints?)\s+(?:no\s+issues|nothing)\b/g, " passes "],
  ["from ", /\bfrom\s+\d+\/\d+\s+to\s+(\d+)\/\1(?!\d)/g, " passes "],
  [
    "zero|none| 0",
    /\bfrom\s+\d+\s+(?:\w+\s+){0,2}(?:errors?|failures?|failing|failed|red)(?:\s+tests?)?\s+(?:down\s+)?to\s+(?:0|zero|none)\b/g,
    " passes ",
  ],
  [
    "from |drops|goes|down",
    /\b(?:errors?|failures?)\b[^.;,\n]{0,30}?\bfrom\s+(\d+)\s+(?:errors?\s+)?to\s+(?:roughly\s+|about\s+|around\s+|fewer\s+than\s+|under\s+)?[1-9]\d*\b/g,
    "$& fails ",
  ],
  [
    "from ",
    /\bfrom\s+\d+\s+(?:errors?|failures?|failing|failed|red)\s+to\s+(?:roughly\s+|about\s+|around\s+|fewer\s+than\s+|under\s+)?[1-9]\d*\b/g,
    "$& fails ",
  ],
  [
    "flag|surface|complain|yell",
    /\b(?:flags?|surfaces?|yields?|complains?|yells?)\s+(?:\S+\s+){0,4}?(?:errors?|about|at\s+\w+\s+about|ts\d{4})(?=\s|$)/g,
    " fails ",
  ],
  [
    "refuse",
    /\brefuses?\s+to\s+(?:start|boot|load|resolve|install|open|bundle|link|build|compile|run)\b/g,
    " fails ",
  ],
  ["abort", /\baborts?\s+(?:the|this|with|at|in|on|before|because)\b/g, " fails "],
  [
    "stop",
    /\bstops?\s+(?:at|in|with)\s+(?=["'`]?(?:\S*[/.@]\S+|\S+_\S+|an?\s+\w+\s+(?:error|failure)|missing|undefined|unresolved))/g,
    " fails ",
  ],
  ["dies|dying", /\b(?:dies|dying)\s+(?:on|with|at|in)\b/g, " fails "],
  ["trips", /\btrips\s+(?:on|over)\b/g, " fails "],
  ["one red|only red", /\bthe\s+(?:one|only)\s+(?:red|failing|broken)\s+(?:one|test|spec)\b/g, " "],
  [
    "tant que|maintenant que|ahora que|agora que|depois de|después de",
    /\b(?:tant\s+que|maintenant\s+que|ahora\s+que|agora\s+que|depois\s+de|después\s+de)\b/g,
    " parce que ",
  ],
];
