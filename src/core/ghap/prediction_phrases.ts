import { DOUBTS, type Phrase } from "./prediction_doubts.ts";
import { TRENDS } from "./prediction_trends.ts";

/**
 * Phrases that say in several words what one word says, in their order, on text in lower case. Each is looked for only
 * where one of its first column stands in the text: to compile all of them would cost a hook two milliseconds.
 */
const PHRASES: readonly Phrase[] = [
  ["’|ʼ", /[’ʼ]/g, "'"],
  [
    "test |test(|it |it(|case |spec |scenario ",
    /\b(tests?|it|case|spec|scenario)(?:\s+|\()(?:"[^"\n]{1,120}"|`[^`\n]{1,120}`|'[^'\n]{1,120}'|“[^”\n]{1,120}”)/g,
    "$1 ",
  ],
  ...DOUBTS,
  ...TRENDS,
  ["commit that|change that", /\b(?:commit|change)\s+that\s+\w+/g, " "],
  ["*** ", /\*\*\* [^.;\n]*\berror\b/g, " build fails "],
  ["error[", /\berror\[e\d+\]/g, " compile error "],
  ["only warning", /\bonly\s+warnings?\b/g, " passes "],
  ["satisfied|met", /\b(assertions?\b[^.,;\n]{0,40}?)\b(?:satisfied|met)\b/g, "$1 passes "],
  ["choke", /\bchokes?\s+(?:on|with|at)\b/g, " fails on "],
  ["i expect ", /\b(?:failures?|errors?)\s+i\s+expect\s+(?:zero|none|no|0)\b/g, " passes "],
  [
    "expect",
    /\b(?:not|don't|wouldn't)\s+expect\s+(?:the\s+|this\s+|that\s+|these\s+)?(?:failures?|errors?|crash|bug|problem)\s+to\s+(?:go\s+away|disappear|vanish|stop)\b/g,
    " fails ",
  ],
  ["back the ", /\bbrings?\s+back\s+the\s+(?:failures?|errors?|crash|bug|exception)\b/g, " fails "],
  ["resolved ", /\bresolved\s+(?:versions?|paths?|urls?|addresses|dependenc\w+|modules?|imports?)\b/g, " "],
  ["skipped", /\bexcept\s+(?:for\s+)?[^.,;\n]{0,40}\bskipped\b/g, " "],
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
    "red|failing|broken|hanging|green|passing",
    /\b(?:previously|formerly|currently)[\s-]+(?:red|failing|failed|broken|hanging)\b|\b(?:that|which)\s+(?:was|were|ha(?:s|ve|d)\s+been|used to be)\s+(?:\w+\s+)?(?:red|failing|broken|hanging|green|passing)\b(?:\s+since\s+\S+)?/g,
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
    /\b(?:exit(?:s|ed)?|returns?(?=\s+(?:with\s+)?(?:exit|code|status))|ends?(?=\s+with))(?:\s+with)?(?:\s+(?:exit\s*)?(?:code|status))?(?:\s+of)?\s*[:=]?\s*(?:0|zero)\b/g,
    " passes ",
  ],
  ["returns ", /\b(build|make|check|tests?|suite|run)\s+returns\s+(?:0|zero)\b/g, "$1 passes "],
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
    /\b(?:blows?\s+up|errors?\s+out|bails?\s+out|times?\s+out|falls?\s+over|go(?:es)?\s+wrong|comes?\s+back)\b/g,
    " fails ",
  ],
  [
    "same|similar",
    /\b(?:same|similar)\s+(?:error|failure|exception|message|problem|result|way)\b/g,
    " fails ",
  ],
  [
    "persist|remain|stay|there",
    /\b(?:bug|\w*errors?|failures?|problem|issue|\w*exception|crash|ts\d{4}|e\d{4})\s+(?:(?:will|should)\s+)?(?:still\s+)?(?:persists?|remains?|stays?|(?:is|are|be)\s+still\s+there|be\s+there)\b/g,
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
  ["work", /\bwork(?:s|ed|ing)?\s+on\b(?!\s+(?:my|this|our)\s+(?:machine|branch|box)\b)/g, " "],
];

/** The text in lower case, with one word for what it says in several. */
export function phrased(text: string): string {
  return PHRASES.reduce(
    (done, [signs, pattern, words]) =>
      signs.split("|").some((sign) => done.includes(sign)) ? done.replace(pattern, words) : done,
    text.toLowerCase(),
  );
}
