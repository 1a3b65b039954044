/**
 * Phrases that say in several words what one word says, in their order, on text in lower case. Each is looked for only
 * where one of its first column stands in the text: to compile all of them would cost a hook two milliseconds.
 */
const PHRASES: readonly (readonly [string, RegExp, string])[] = [
  ["’|ʼ", /[’ʼ]/g, "'"],
  [
    "test |test(|it |it(|case |spec |scenario ",
    /\b(tests?|it|case|spec|scenario)(?:\s+|\()(?:"[^"\n]{1,120}"|`[^`\n]{1,120}`|'[^'\n]{1,120}'|“[^”\n]{1,120}”)/g,
    "$1 ",
  ],
  ["bis auf", /\bbis\s+auf\b/g, "außer"],
  // Denials and doubts in other words.
  ["no way|no reason|no chance|no risk|no sign", /\bno\s+(?:way|reason|chance|risk|sign)\b/g, " never "],
  ["not possibly|'t possibly", /\b(cannot|can't|can not|couldn't|could not)\s+possibly\b/g, "$1"],
  [
    "miracle|surprise |shocked|amazed|astonished|stunned",
    /\b(?:an?\s+(?:small\s+|big\s+)?(?:miracle|surprise)|shocked|amazed|astonished|stunned)\s+if\b/g,
    "surprised if",
  ],
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
    /\b(?:(?:some|half|part|many|a\s+few|several)(?:\s+of)?|(?:one|two|three|four|five|\d+)\s+of|\d+\/\d+)\s+(?:(?:the|these|those|our|my)\s+)?(?:\w+\s+)?(?:failures|errors|failing\s+tests|red\s+tests)\s+(?:will\s+|should\s+|are\s+|is\s+|be\s+|will\s+be\s+)?(?:go(?:es)?\s+away|gone|disappears?|vanish(?:es)?|fixed|resolved)\b/g,
    " ",
  ],
  [
    "count|number|total",
    /\b(?:failures?|fail(?:ed|ing)(?:\s+tests?)?)\s+(?:count|number|total)(?=[^.;\n]{0,60}?\bto\s+\d)/g,
    "failures",
  ],
  ["all but|everything but", /\b(everything|all)\s+but\s+(?=(?:the|my|our|that|this)\s)/g, "$1 except "],
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
  ["commit that|change that", /\b(?:commit|change)\s+that\s+\w+/g, " "],
  ["*** ", /\*\*\* [^.;\n]*\berror\b/g, " build fails "],
  ["error[", /\berror\[e\d+\]/g, " compile error "],
  ["only warning", /\bonly\s+warnings?\b/g, " passes "],
  ["satisfied", /\b(assertions?\b[^.,;\n]{0,40}?)\bsatisfied\b/g, "$1 passes "],
  [
    "unlikely|impossible|question",
    /\b(passing|success|green|failing|failure)\s+(?:is|are|seems|looks)\s+(?:\w+\s+)?(?:unlikely|impossible|out of the question)\b/g,
    "not $1",
  ],
  [
    "stop",
    /\b(timeouts?|errors?|failures?|crashes|hangs)\s+stops?\b(?!\s+(?:at|the|with|in)\b)/g,
    " $1 gone ",
  ],
  ["error: ", /^\s*error:\s/g, " fails "],
  ["caused by", /\bcaused\s+by\s+(?:[^\s,;.]+\s+){1,6}?and\b/g, " "],
  [
    "would ",
    /\b(?:red|green|(?:an?|another)\s+\w+|failing|passing|failure|success)\s+would\s+(?:mean|show|tell|suggest|prove|imply)\b[^.;\n]*/g,
    " ",
  ],
  ["complete|finish", /\b(build|compilation)[`"']?\s+(?:completes|finishes)\b(?!\s+with\b)/g, "$1 passes "],
  ["nothing", /\b(tsc\b[^.;\n]*?)\b(?:prints|reports|says|outputs)\s+nothing\b/g, "$1 passes "],
  [
    "red|failing|broken|hanging",
    /\b(?:previously|formerly|currently)[\s-]+(?:red|failing|failed|broken|hanging)\b|\b(?:that|which)\s+(?:was|were|ha(?:s|ve|d)\s+been|used to be)\s+(?:\w+\s+)?(?:red|failing|broken|hanging)\b(?:\s+since\s+\S+)?/g,
    " ",
  ],
  [
    "before|until now|so far",
    /\b(?:that|which|who)\s+(?:failed|broke|crashed|hung|passed|worked)\s+(?:before|until now|so far)\b/g,
    " ",
  ],
  [
    "though",
    /\s(?:even\s+though|although|though)\s[^.;\n]*\b(?:used to|failed|was|were|before|previously|did(?:n't| not))\b[^.;\n]*/g,
    " ",
  ],
  [
    "but ",
    /\b(all|every|everything|each)\b([^.,;:()\n]*?)\sbut\s+(?=(?:one|two|three|four|five|\d+|[`"']?[\w/-]+[_.:][\w.:/-]+[`"']?)(?=\s|$))/g,
    "$1$2 except ",
  ],
  [" of ", /\b(\d{1,6})\s+(?:out\s+)?of\s+(?:the\s+|all\s+|our\s+)?(\d{1,6})\b/g, "$1/$2"],
  [
    "0|zero",
    /\b(?:failures?|fail(?:ed|ing)\s+tests?|failing|failed|red\s+tests?|errors?)\s*(?:[:=]\s*0\b|(?:(?:goes|go|drops?|falls?|sinks?|is|are|down|will|should|from|\d+)\s+){1,6}to\s+(?:0|zero)\b)/g,
    " passes ",
  ],
  [
    "chang",
    /\b(?:errors?|exceptions?|failures?)\s+changes?\s+(?:from|to|into)\b[^.,;:\n]*/g,
    " fails ",
  ],
  ["abort|dies", /\b(?:aborts|dies)\s+(?:with|at|in)\b/g, " fails with "],
  [
    "stops",
    /\bstops\s+(?:with|at|in)\s+(?:an?\s+|the\s+)?(?=["'`]?(?:\w*error|\w*exception|failure|panic|undefined|segfault|traceback)\b)/g,
    " fails with ",
  ],
  [
    "reject|refuse|complain",
    /\b(?:compiler|rustc|tsc|ld|linker|gcc|clang|javac|(?:borrow|type)\s+checker)\s+(?:(?:still|will|should)\s+)*(?:rejects?|refuses?|complains?)\b/g,
    " build fails ",
  ],
  ["type error", /\btype\s+(errors?)\b/g, " typecheck $1 "],
  ["left", /\b(errors?|failures?|bugs?)\s+(?:is|are|will be)\s+(?:still\s+)?left\b/g, " $1 remains "],
  ["hold", /\b(?:does not|doesn't|do not|don't|will not|won't)\s+hold\b/g, " fails "],
  ["assertion", /\b(assertions?\b[^.,;\n]{0,40}?)\b(?:violated|trips?|fires?)\b/g, "$1 fails "],
  ["collected", /\b(?:cannot|can't|can not)\s+(?:even\s+)?be\s+collected\b/g, " fails "],
  ["now", /\bnow\s+(?:returns|finishes|terminates|completes)\b/g, " passes "],
  [
    "up again|auf",
    /\b(?:shows?\s+up\s+again|tritt\s+(?:wieder|erneut|weiter|weiterhin|noch|immer noch)\s+auf)\b/g,
    " fails ",
  ],
  ["build ", /\bbuild\s+success(?:ful)?\b/g, " passes "],
  ["build ", /\bbuild\s+fail(?:ure|ed)\b/g, " fails "],
  [
    "red|from ",
    /\b(?:red\s*(?:->|→|to|=>|\w+\s+(?:turns?|becomes?|goes?|will be))\s*green|from\s+(?:red|failing|failed|fail|broken)\s+to)\b/g,
    " green ",
  ],
  ["green|from ", /\b(?:green\s*(?:->|→|to|=>)\s*red|from\s+(?:green|passing|passed|pass)\s+to)\b/g, " red "],
  ["zero", /\bnon-?\s?zero(?:\s+exit)?(?:\s+(?:code|status))?/g, " fails "],
  [
    "exit|return|end",
    /\b(?:exit(?:s|ed)?|returns?(?=\s+(?:with\s+)?(?:exit|code|status))|ends?(?=\s+with))(?:\s+with)?(?:\s+(?:exit\s*)?(?:code|status))?(?:\s+of)?\s*[:=]?\s*0\b/g,
    " passes ",
  ],
  ["exit", /\bexit(?:s|ed)?(?:\s+with)?(?:\s+(?:code|status))?(?:\s+of)?\s*[:=]?\s*[1-9]\d*\b/g, " fails "],
  ["away", /\b(?:go|goes|going|went|gone)\s+away\b/g, " gone "],
  [
    "happen|occur|appear|show|recur|return|back",
    /\b(?:does not|doesn't|do not|don't|will not|won't|no longer|not|never)\s+(?:any\s+longer\s+)?(?:happens?|occurs?|appears?|shows?\s+up|recurs?|returns?|comes?\s+back)\b/g,
    " gone ",
  ],
  ["through", /\b(?:go|goes|come|comes|get|gets|run|runs)\s+(?:right\s+)?through\b/g, " passes "],
  ["clean", /\b(?:run|runs)\s+clean(?:ly)?\b/g, " passes "],
  [
    "blow|error|bail|out|fall|wrong|back",
    /\b(?:blows?\s+up|errors?\s+out|bails?\s+out|times?\s+out|falls?\s+over|goes\s+wrong|comes?\s+back)\b/g,
    " fails ",
  ],
  [
    "same|similar",
    /\b(?:same|similar)\s+(?:error|failure|exception|message|problem|result|way)\b/g,
    " fails ",
  ],
  [
    "persist|remain|stay|there",
    /\b(?:bug|errors?|failures?|problem|issue|exception|crash)\s+(?:(?:will|should)\s+)?(?:still\s+)?(?:persists?|remains?|stays?|(?:is|are|be)\s+still\s+there|be\s+there)\b/g,
    " fails ",
  ],
  ["hold", /\b(assertions?|tests?|checks?)\s+(?:(?:will|should|still)\s+)*holds?\b/g, " $1 passes "],
  ["error", /\b(will|should|would|must|to)\s+(?:still\s+)?error\b/g, " $1 fail "],
  ["difference", /\b(?:makes?|making)\s+no\s+difference\b/g, " fails "],
  ["reproduc", /\b(?:can(?:not|'t)|unable to|won't|not be able to)\s+(?:be\s+)?reproduced?\b/g, " passes "],
  [
    "reproduc|expose|reveal",
    /\b(?:reproduces?|exposes?|reveals?)\s+(?:the|this|that)\s+(?:bug|failure|error|crash|issue|problem)\b/g,
    " fails ",
  ],
  [
    "error |failure |exception ",
    /\b(?:error|failure|exception)\s+(?:message|messages|handling|handler|handlers|page|pages|text|code|codes|path|paths|case|cases|boundary|count|rate|class|classes|type|types|response|responses|log|logs)\b/g,
    " ",
  ],
  [
    "pass",
    /\b(?:passed|passing|pass)\s+(?:in|as|into|by|to|down|through|along)\s+(?:a|an|the|as|its)\b/g,
    " ",
  ],
  ["läuft|laufen|lief", /\b(?:läuft|laufen|lief(?:en)?)\b([^,;.]*)\bdurch\b/g, " durchläuft $1 "],
  ["work", /\bwork(?:s|ed|ing)?\s+on\b/g, " "],
];

/** The text in lower case, with one word for what it says in several. */
export function phrased(text: string): string {
  return PHRASES.reduce(
    (done, [signs, pattern, words]) =>
      signs.split("|").some((sign) => done.includes(sign)) ? done.replace(pattern, words) : done,
    text.toLowerCase(),
  );
}
