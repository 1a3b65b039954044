import type { OtherLanguage } from "../../../src/core/triage/languages.ts";
import { Trait } from "../../../src/core/triage/word_traits.ts";

/** Words of English and, where they are few, of all languages by what they do. */
export const WORDS: readonly (readonly [trait: number, words: string])[] = [
  [
    Trait.Small,
    "the a an and or but nor so if then than that this these those it its it's i i'm i've i'll i'd we we're we've we'll " +
    "you you're your our my me us they them their he she his her who whom whose which what when where why how is are was " +
    "were be been being am do does did done doing have has had having will would shall should can could may might must " +
    "not no never don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't wouldn't shouldn't hasn't " +
    "haven't hadn't of to in on at by for from with without into onto over under after before until since while during " +
    "through between because as like instead rather again still yet already now later once only just also too very much " +
    "more most less few all any each every both either neither some none one two three first second next last other " +
    "another same such there here up down out off back away per via let let's lets please always ever yes yeah ok okay " +
    "thanks go goes went gone get gets got take takes took keep keeps kept leave leaves left make makes made use uses " +
    "used need needs needed want wants works worked working fixed turns turned found left stays",
  ],
  [
    Trait.Negates,
    "not no never don't doesn't didn't isn't aren't wasn't weren't won't wouldn't haven't hasn't hadn't can't cannot " +
    "couldn't shouldn't nothing neither nor without dont didnt isnt havent " +
    "sin tampoco não nem sem ne pas sans nicht kein keine keinen keiner ohne не нет ни без nie bez non né senza",
  ],
  [
    Trait.Supposes,
    "if assuming suppose supposing imagine whether unless hypothetically wenn falls angenommen si supongamos suponiendo " +
    "caso supondo supposons imaginons если допустим предположим se supponiamo ipotizziamo jeśli jeżeli gdyby załóżmy",
  ],
  [Trait.Weakens, "would could might maybe perhaps"],
  [
    Trait.Asks,
    "what why how which who where whats what's how's where's warum wieso welche welcher welches qué cuál por-qué " +
    "pourquoi comment quel quelle почему зачем какой как perché quale dlaczego który jak",
  ],
  [
    Trait.Auxiliary,
    "is are was were does did should shall can could would do have has had will am isn't aren't didn't doesn't " +
    "shouldn't couldn't can't won't don't",
  ],
  [Trait.Subject, "we you i it the this that there they he she these those our your any anyone someone"],
];

/** Small words by which languages in Latin script are told apart. */
export const SMALL_WORDS: readonly (readonly [language: OtherLanguage, words: string])[] = [
  [
    "es",
    "el la los las que una para con por está es del se lo al y no en como pero más ya hay esto esta si fue son su nos le",
  ],
  [
    "pt",
    "não uma para com você está são do da no na os as que em um é por mais foi pra vai isso tem se ao dos das já pro",
  ],
  [
    "fr",
    "le les des une est pas pour dans que qui sur en du et la on je avec ne ce il sont nous au plus ça c'est j'ai n'est",
  ],
  [
    "de",
    "der die das und ist nicht ein eine mit auf den von zu im wir ich für es bei dem noch auch sind jetzt wird nur wenn",
  ],
  [
    "it",
    "il che non una per con sono della gli del di è la un si lo ho le da in al i nel alla ma più come dei questo",
  ],
  [
    "pl",
    "nie jest się na to że do w z i jak po już tylko od przez co za ale dla są czy bo o ten tej mamy być może",
  ],
];
