/** Where one of the first column stands, what the pattern finds says what the last column does. */
export type Phrase = readonly [signs: string, pattern: RegExp, words: string];

/** Doubts, denials in other words, trends and what only would be: see prediction_phrases.ts. */
export const DOUBTS: readonly Phrase[] = [
  ["no guarantee", /\bno\s+guarantee\b[^.;\n]*/g, " "],
  [
    "->|→|=>",
    /\b(?:failing|failures?|failed|red|errors?)(?:\s+tests?)?(?:\s+count)?\s*[:=]?\s*(\d{1,6})\s*(?:->|→|=>)\s*(\d{1,6})\b/g,
    "failures from $1 to $2",
  ],
  [
    "->|→|=>",
    /\b(\d{1,6})\s+(?:failing|failures?|failed|red)(?:\s+tests?)?\s*(?:->|→|=>)\s*(\d{1,6})\b/g,
    "failures from $1 to $2",
  ],
  [
    " today| currently| at the moment",
    /\b(?:that|which)\s+(?:still\s+)?(?:fails?|breaks?|crash(?:es)?|hangs?|(?:is|are)\s+(?:failing|red|broken))\s+(?:today|currently|at\s+the\s+moment)\b/g,
    " ",
  ],
  [
    "raise|throw",
    /\b(?:raises?|throws?)\s+(?:an?\s+)?\w*(?:error|exception)\s+(?:for|given)\b/g,
    " ",
  ],
  ["raise|throw", /\([^()\n]{0,60}\)(?=\s+(?:\w+\s+)?(?:raises?|throws?)\b)/g, ""],
  [
    "chance|odds",
    /\b(?:chances?|odds)\b([^.;,\n]{0,40}?\b(?:pass\w*|success|succeed\w*|green|fail\w*|red)\b[^.;,\n]{0,12}?)\b(?:slim|low|small|tiny|minimal|zero|nil|poor)\b/g,
    "unlikely $1",
  ],
  ["chances|odds", /\b(?:chances|odds)\s+are\s+(?:slim|low|small|tiny|poor)\b/g, "unlikely"],
  ["closer to", /\bcloser\s+to\s+(?:green|passing|working|success)\b/g, " "],
  ["chance", /\b(?:slim|low|small|tiny|little|hardly\s+any)\s+chance\b/g, "unlikely"],
  ["%", /\b(?:[0-2]?\d|30)\s?%\s+(?:chance|probability|likely|sure|confident)\b/g, "unlikely"],
  ["%", /\b(?:3[1-9]|[4-6]\d)\s?%\s+(?:chance|probability|likely|sure|confident)\b/g, "perhaps"],
  ["!=", /\b(?:exit|status|code|rc|returncode)\s*!=\s*0\b/g, " fails "],
  ["returncode|return code|rc", /\b(?:returncode|return\s+code|rc)\s*(?:is|of|:|=+)?\s*0\b/g, " passes "],
  [
    "returncode|return code|rc",
    /\b(?:returncode|return\s+code|rc)\s*(?:is|of|:|=+)?\s*[1-9]\d{0,2}\b/g,
    " fails ",
  ],
  [
    " doubt| question",
    /\b(?:no|without(?:\s+an?y?)?|beyond(?:\s+all|\s+any)?)\s+(?:doubt|question)s?\b/g,
    " ",
  ],
  [" but ", /\ball\s+but\s+(?:certain|guaranteed|sure|bound)\b/g, " "],
  [" but ", /\b(?:cannot|can't|can\s+not)(?:\s+help)?\s+but\b/g, " will "],
  [
    "far from|anything but|by no means|yet to|short of",
    /\b(?:far\s+from|anything\s+but|by\s+no\s+means|(?:has|have)\s+yet\s+to|short\s+of)\b/g,
    " not ",
  ],
  ["stuck", /\b(?:gets?|is|are|be|stays?)\s+stuck\b/g, " hangs "],
  [
    "threshold|requirement",
    /\b(?:thresholds?|requirements?)\b[^.,;\n]{0,30}?\b(?:missed|(?:not|no\s+longer|never)\s+(?:met|reached))\b/g,
    " fails ",
  ],
  [
    "from ",
    /\bfrom\s+\w+\s+(?:failing|failed|failures?|red)(?:\s+tests?)?\s+to\s+(?:0|zero|no|none)\b(?:\s+(?:failing|failed|failures?|red))?(?:\s+tests?)?/g,
    " passes ",
  ],
  ["wrong|useless", /\b(?:fix|change|patch)\b[^.,;\n]{0,40}?\b(?:wrong|useless)\b/g, " "],
  ["bis auf", /\bbis\s+auf\b/g, "außer"],
  // Denials and doubts in other words.
  ["no way|no reason|no chance|no risk|no sign", /\bno\s+(?:way|reason|chance|risk|sign)\b/g, " never "],
  ["not possibly|'t possibly", /\b(cannot|can't|can not|couldn't|could not)\s+possibly\b/g, "$1"],
  [
    "miracle|surpris|shocked|amazed|astonished|stunned|strange|weird|odd",
    /\b(?:an?\s+(?:small\s+|big\s+)?(?:miracle|surprise)|surpris(?:e|es|ing)(?:\s+(?:me|us))?|shocked|amazed|astonished|stunned|strange|weird|odd)\s+(?:if|for|to\s+see)\b/g,
    "surprised if",
  ],
  [
    "impossible|inconceivable|unthinkable|hard to",
    /\b(?:impossible|inconceivable|unthinkable|hard\s+to\s+(?:imagine|believe))\b/g,
    "unlikely",
  ],
  ["with an error|with errors", /\b(?:exits?|ends?|finishes|quits)\s+with\s+(?:an\s+)?errors?\b/g, " fails "],
  ["code", /\b(?:status|exit|return)\s+code\b[^.;,\n]{0,24}?\b(?:is|=|will\s+be)\s+0\b/g, " passes "],
  [
    "not all|not every|not each|not both",
    /\bnot\s+(?:all|every\w*|each|both)\b(?:(?!pass|green)[^.,;:\n]){0,60}?\b(?:fail\w*|red|breaks?|broken)\b/g,
    " ",
  ],
  // Trends: that less fails does not say that something or nothing does.
  [
    "zero|none",
    /\b(?:fewer|less|down|drops?|falls?|shrinks?|decreases?)\b[^.;\n]{0,80}?\bnot\s+(?:yet\s+)?(?:to\s+)?(?:zero|none)\b/g,
    " fails ",
  ],
  [
    "fewer|less ",
    /\b(?:fewer|less)\s+(?!than\s+(?:\d|[a-z]+\s))(?:\w+\s+){0,3}?(?:fail\w*|red|broken)\b/g,
    " ",
  ],
  [
    "shrink|decreas|drop|down|fall",
    /\b(?:failures?|failing\s+tests|red\s+tests)\s+(?:will\s+|should\s+)?(?:shrinks?|decreases?|drops?|falls?|(?:goes|go|comes?|is|are)\s+down)\b(?!\s+(?:by\s+\S+\s+)?(?:from|to|until)\b)/g,
    " ",
  ],
  [
    "some|half|part of|many|few |several| of ",
    /\b(?:(?:some|half|part|many|a\s+few|several)(?:\s+of)?|(?:one|two|three|four|five|\d+)\s+of|\d+\/\d+)\s+(?:(?:the|these|those|our|my)\s+)?(?:\w+\s+){0,3}?(?:failures|errors|failing\s+tests|red\s+tests)\s+(?:will\s+|should\s+|are\s+|is\s+|be\s+|will\s+be\s+)?(?:go(?:es)?\s+away|gone|disappears?|vanish(?:es)?|fixed|resolved)\b/g,
    " ",
  ],
  [
    "count|number|total",
    /\b(?:failures?|fail(?:ed|ing)(?:\s+tests?)?)\s+(?:count|number|total)(?=[^.;\n]{0,60}?\bto\s+\d)/g,
    "failures",
  ],
  [
    " but ",
    /\b(everything|all(?:\s+(?:the\s+)?(?:other\s+)?tests)?)\s+but\s+(?=(?:the|my|our|that|this)\s)/g,
    "$1 except ",
  ],
  [
    "replaced by|turns into|turn into|becomes|gives way",
    /\b(?:replaced\s+by|turns?\s+into|becomes|gives\s+way\s+to)\s+(?:(?:an?|the|another)\s+)?(?:\w+\s+)?(?:\w*error|\w*exception|failure|panic)\b/g,
    " fails ",
  ],
  [
    "start|load|boot|run",
    /\b(?:do not|don't|does not|doesn't|won't|will not|cannot|can't)\s+(?:even\s+)?(?:start|load|boot|run)(?=\s*(?:[.,;:!]|$|at all|because))/g,
    " fails ",
  ],
  [
    "fix|enough|help|solve",
    /\b(?:does not|doesn't|do not|don't|won't|will not|not)\s+(?:yet\s+|fully\s+)?(?:be\s+)?(?:fix(?:ed)?|enough|help|solved?|resolved?)(?=\s*(?:[.,;:!]|$|it\b|this\b|that\b|yet\b|because\b))/g,
    " fails ",
  ],
  [
    " happy",
    /\b(ci|compiler|typechecker|type\s+checker|tsc|rustc|mypy|suite|pipeline|tests?|build|borrow\s+checker)\s+((?:(?:will|should|is|are|be|now|still|not|again|won't|isn't)\s+){1,4})happy\b/g,
    "$1 $2 passes ",
  ],
  [
    "errors",
    /\b(command|script|run|job|call|suite)\s+errors(?=\s*(?:[.,;:!]|$|with\b|again\b))/g,
    "$1 fails ",
  ],
  [
    "returns",
    /\b(?:pytest|jest|vitest|mocha|tsc|ctest|make|(?:make|npm|cargo|go)\s+(?:test|build|check)|command|script)\s+(?:still\s+|again\s+)?returns\s+[1-9]\d{0,2}(?=\s*(?:[.,;:!]|$|again\b))/g,
    " fails ",
  ],
  ["$?", /\$\?\s*(?:is|=+|will be)\s*0\b/g, " passes "],
  ["$?", /\$\?\s*(?:is|=+|will be)\s*[1-9]\d{0,2}\b/g, " fails "],
  [
    "only |just ",
    /\b(?:only|just)\s+(?!\d+\s+(?:out\s+)?of\s+(?:the\s+|all\s+)?\d)(?:\d+|two|three|four|five|half|some|a\s+few)\s+(?:of\s+)?(?:(?:the|them|our|my)\s+)?(?:\d+\s+)?(?:tests\s+|specs\s+|cases\s+)?(?:will\s+|should\s+|still\s+|now\s+)*pass\b/g,
    " fails ",
  ],
  ["fewer|less", /\b\w+\s+(?:failures?|failing\s+tests?|red\s+tests?)\s+(?:fewer|less)\b/g, " "],
  [
    "at least",
    /\bat\s+least\s+(?:half|a\s+third|two\s+thirds|\d{1,3}\s*%|\d{1,3}\s+percent)\b[^.,;:\n]{0,60}?\bpass(?:es)?\b/g,
    " ",
  ],
  [
    "without",
    /\bwithout\b[^.;\n]{0,60}?\bwould(?:n't|\s+not)?\b[^.;\n]{0,80}|\bwould(?:n't|\s+not)?\s[^.;\n]{0,40}?\bwithout\b[^.;\n]{0,60}/g,
    " ",
  ],
  [
    "not|n't",
    /\b(pass(?:es)?|succeeds?|compiles?|works?|builds|green)\b([^.;\n]{0,40}?\b)(tests?|build|suite)\s+(?:will\s+not|won't|do\s+not|don't|does\s+not|doesn't|should\s+not|shouldn't)(?=\s*(?:[.;\n]|$))/g,
    "$1$2$3 fails",
  ],
];
