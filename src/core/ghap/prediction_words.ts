/** What a word of a prediction says about a run. `weak` ones count only where no strong one stands. */
export interface EventWord {
  readonly expects: "pass" | "fail";
  readonly isWeak: boolean;
  /** English negates before the word; elsewhere the negation may follow it: "schlägt nicht fehl". */
  readonly isEnglish: boolean;
}

const PASS =
  /^(?:pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?|success(?:ful|fully)?|green|works?|working|compiles?|compiling|builds|type-?checks)$/;
const FAIL =
  /^(?:fail(?:s|ed|ing|ures?)?|red|breaks?|breaking|broken|broke|crash(?:es|ed|ing)?|panics?|hang(?:s|ing)?|deadlock(?:s|ed)?|segfaults?|unsuccessful(?:ly)?|regress(?:es)?)$/;
const WEAK_PASS =
  /^(?:fix(?:es|ed)?|resolves?|resolved|solves?|solved|gone|disappears?|unbreaks?|vanish(?:es)?|ok|okay|fine|clean|cleanly|helps?)$/;
const WEAK_FAIL =
  /^(?:errors?|exceptions?|throws?|raises?|regressions?|complains?|[a-z]+(?:error|exception)|timeouts?|ts\d{4,5})$/;

const OTHER_PASS = [
  "verschwind(?:et|en)",
  "dispara(?:ît|îtra)",
  "desaparece(?:rá|m)?",
  "scompar(?:e|irà)",
  "zniknie",
  "исчезн(?:ет|ут)",
  "besteh(?:t|en)",
  "bestanden",
  "grün(?:e[nrs]?)?",
  "gruen",
  "durchl(?:äuft|aufen)",
  "erfolgreich",
  "klapp(?:t|en)",
  "funktionier(?:t|en)",
  "kompilier(?:t|en)",
  "gelingt",
  "gelingen", // German
  "réussi(?:t|ssent|ra|ront|r|e|es|s)?",
  "pass(?:e|er|era|eront|ent)",
  "vert[es]?",
  "fonctionne(?:ra|ront|nt)?",
  "march(?:e|er|era)",
  "succès",
  "compiler(?:a|ont)", // French
  "pas(?:a|an|ará|arán|ar|aran|ado)",
  "verdes?",
  "éxito",
  "exitosa(?:mente)?",
  "exitoso",
  "funciona(?:rá|rán|n|r)?",
  "compila(?:rá|rán|n|r)?", // Spanish
  "passa(?:m|r|rá|rão|no|re)?",
  "passer(?:à|anno)",
  "sucesso",
  "funciona(?:rão|m)",
  "riesce",
  "riescono",
  "successo",
  "funzion(?:a|ano|erà|eranno)",
  "verdi",
  "compil(?:erà|ano)", // Portuguese, Italian
  "przejd(?:zie|ą)",
  "przechodz(?:i|ą)",
  "zielon[aey]",
  "powiedzie",
  "udan[aey]",
  "zadziała(?:ją)?",
  "działa(?:ją)?",
  "skompiluje", // Polish
  "пройд(?:ё|е)т",
  "пройдут",
  "проход(?:ит|ят)",
  "зел(?:ё|е)н(?:ый|ые|ая|ое|ыми|ым)",
  "успешно",
  "успешн(?:ый|ые|ая|о|ы|а)",
  "заработает",
  "работает",
  "соберется",
  "соберётся",
  "скомпилируется",
  "geslaagd",
  "slaagt",
  "slagen", // Dutch
];
const OTHER_FAIL = [
  "fehl",
  "fehlschl(?:agen|ägt|ag)",
  "scheiter(?:n|t)",
  "rot(?:e[rns]?)?",
  "bricht",
  "brechen",
  "schief",
  "fehlgeschlagen",
  "misslingt",
  "abstürz(?:en|t)",
  "abbrechen", // German
  "échou(?:e|ent|era|eront|er|é|ée|és|ées)",
  "échecs?",
  "rouges?",
  "casse(?:r|ra|nt|ront)?",
  "plante(?:r|ra|nt)?", // French
  "fall(?:a|an|ará|arán|ar|aran|ando|o|os)",
  "rojos?",
  "romp(?:e|en|erá|er)",
  "fracas(?:a|an|ará|arán|ar)",
  "fracasos?", // Spanish
  "falha(?:m|r|rá|rão|ndo|s)?",
  "quebra(?:m|r|rá|rão)?",
  "vermelh[oa]s?",
  "falli(?:sce|scono|rà|ranno|re|to|ti|mento)",
  "ross[oi]", // Portuguese, Italian
  "zawiedzie",
  "zawiodą",
  "zawodzi",
  "wywali",
  "wysypie",
  "nieudan[aey]",
  "padnie",
  "padną",
  "pada(?:ją)?",
  "czerwon[aey]",
  "niepowodzeni(?:em|e)", // Polish
  "упад(?:ё|е)т",
  "упадут",
  "пада(?:ет|ют)",
  "провал(?:ится|ятся|ивается|иваются|ом)?",
  "сломается",
  "сломаются",
  "ломается",
  "красн(?:ый|ые|ая|ыми|ым)", // Russian
  "mislukt",
  "mislukken",
  "faalt",
  "falen", // Dutch
];
const OTHER_WEAK_FAIL = [
  "fehler",
  "erreurs?",
  "error(?:es)?",
  "erros?",
  "error[ei]",
  "błęd(?:y|em|ów|u)",
  "błąd",
  "ошибк(?:а|и|ой|у|ами)",
  "ошибок",
  "fouten",
  "fout",
];

const OTHER: readonly (readonly [RegExp, "pass" | "fail", boolean])[] = [
  [anyOf(OTHER_PASS), "pass", false],
  [anyOf(OTHER_FAIL), "fail", false],
  [anyOf(OTHER_WEAK_FAIL), "fail", true],
];

/** What the word, in lower case, says in English; `undefined` for most words. */
export function englishEvent(word: string): EventWord | undefined {
  if (PASS.test(word)) return { expects: "pass", isWeak: false, isEnglish: true };
  if (FAIL.test(word)) return { expects: "fail", isWeak: false, isEnglish: true };
  if (WEAK_PASS.test(word)) return { expects: "pass", isWeak: true, isEnglish: true };
  if (WEAK_FAIL.test(word)) return { expects: "fail", isWeak: true, isEnglish: true };
  return undefined;
}

/** The same in any of the languages. Its patterns are large: only for what English does not explain. */
export function eventWord(word: string): EventWord | undefined {
  const english = englishEvent(word);
  if (english !== undefined) return english;
  const other = OTHER.find(([pattern]) => pattern.test(word));
  return other === undefined ? undefined : { expects: other[1], isWeak: other[2], isEnglish: false };
}

/** Turns what follows it around, in English. */
export const NEGATOR =
  /^(?:not|no|never|nothing|none|nobody|neither|nor|cannot|without|hardly|barely|unlikely|doubt|doubtful|unable|refuses?|[a-z]+n't|wont|dont|doesnt|cant|didnt|shouldnt|isnt|arent|zero|0|stop|stops|stopped|cease|ceases|quit|quits|instead|rather|surprised|avoids?|prevents?|eliminates?|removes?|fix(?:es|ed|ing)?|resolves?|solves?|clears?|cures?|cured|address(?:es)?|silences?|rid|disbelieve|nowhere|longer|lack|lacks)$/;

/** Turns its clause around wherever it stands, in the other languages; two of them are still one. */
export const OTHER_NEGATOR = anyOf([
  "nichts?",
  "kein(?:e[rnms]?)?",
  "nie",
  "niemals",
  "ohne",
  "weder",
  "pas",
  "plus",
  "jamais",
  "rien",
  "aucune?",
  "sans",
  "no",
  "ningún",
  "ninguna?",
  "nunca",
  "nada",
  "sin",
  "jamás",
  "dejar?(?:á|án|a|an|rá)?",
  "tampoco",
  "não",
  "nao",
  "nenhuma?",
  "sem",
  "deixa(?:rá|rão|m|r)?",
  "non",
  "nessun[ao]?",
  "mai",
  "senza",
  "nulla",
  "niente",
  "smett(?:e|ono|erà|eranno)",
  "żad(?:en|na|ne)",
  "bez",
  "nic",
  "przestan(?:ie|ą)",
  "не",
  "ни",
  "нич(?:его|то)",
  "без",
  "перестан(?:ет|ут)",
  "niets?",
  "geen",
  "zonder",
  "cesser(?:a|ont)?",
  "arrêter(?:a|ont)?",
]);

/** Counts of what passed and failed stand before these. */
export const QUANTIFIER =
  /^(?:except|only|just|else|one|some|other|others|rest|remaining|apart|besides|sauf|außer|salvo|excepto|tranne|кроме|oprócz)$/;

/** What a clause is about, where it says so. */
export const TEST_WORD =
  /^(?:tests?|specs?|suites?|pytest|jest|vitest|mocha|rspec|unittest|assertions?|assert|cases?|e2e|test[\w./:-]+|[\w./:-]+[_.]test\S*|ctest|pruebas?|testes?|testy|тест(?:ы|а|ов)?)$/;
export const BUILD_WORD =
  /^(?:builds?|compil(?:e|es|ed|ing|ation|er)|tsc|typecheck|type-check|link(?:s|er|ing)?|bundl(?:e|es|er|ing)|webpack|kompilier(?:t|en)|compila(?:rá|n|ción)?|build|сборк(?:а|и|у))$/;

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join("|")})$`);
}
