import type { CueTable } from "./cue_names.ts";

export const GERMAN: CueTable = {
  adopted:
    "entschieden/entscheide|entschieden für/gegen|gewählt/wähle|nehmen wir|wir nehmen|ich nehme|genommen|wir bleiben bei|bleiben bei|bleibt bei|bleibt es bei|wir machen|wir setzen auf|setzen auf|setze auf|fiel auf|fällt auf|wir gehen mit|umgestellt|wechseln/gewechselt|beschlossen/beschluss|festgelegt|geeinigt|dann nehmen|machen wir|steigen um|wird|ersetzt|übernommen|ausgesucht|die erste/zweite/dritte|variante|lösung ist|läuft jetzt über|läuft künftig",
  over:
    "statt|anstatt|anstelle|und nicht|lieber als|gegenüber|im vergleich|besser als|nicht mehr|kein/keine/keinen|sondern|verglichen",
  rejected:
    "verworfen|fällt weg|fliegt raus|raus|ausgeschlossen|scheidet aus|abgelehnt|verzichten|verzichtet|lohnt nicht|kommt nicht in frage|weggelassen|gestrichen|zu teuer|zu aufwendig|zu langsam|brauchen wir nicht|ist vom tisch",
  agreed:
    "einverstanden|abgemacht|abgestimmt|geklärt|bestätigt|passt|gut so|ok so|genau|freigegeben|abgesegnet|jawohl",
  options:
    "optionen|alternativen|möglichkeiten|varianten|entweder|vorteile|nachteile|zwei/drei wege|einerseits|andererseits|könnten|könnte man|zur wahl|verglichen|oder",
  pending:
    "was meinst|was meinen|noch nicht entschieden|noch offen|soll ich|sollen wir|möchtest|willst du|wollen sie|welche/welches/welcher|empfehle|würde|vorschlag|sag bescheid|überlege|unschlüssig|noch unklar|abwarten|zu klären|rückmeldung",
  reason: "weil|da|denn|damit|wegen|aufgrund|deshalb|daher|sonst|grund|zumal|sodass|ansonsten",
  cause:
    "ursache|grund war|lag an|lag daran|lag am|schuld|schuld war|problem war|verursacht|kam von|kam vom|fehlte/fehlten|dadurch|daher|deshalb|stellte sich heraus|war falsch|stand auf|zeigte auf|hatte|weil|war noch|wurde/wurden|hing|nämlich",
  fixed:
    "behoben/behebt|gelöst|gefixt|repariert|korrigiert|umgestellt|geändert|eingetragen|gesetzt|erhöht|hinzugefügt|ergänzt|entfernt|ersetzt|zurückgenommen|installiert|nach|nachdem|seit|mit|lösung war|hab ich|hilft|geholfen|angepasst|verschoben|freigegeben",
  works:
    "läuft|läuft wieder|läuft jetzt|funktioniert|geht wieder|geht jetzt|klappt|startet|grün|durchgelaufen|läuft durch|ohne fehler|keine fehler|kein fehler|weg|nicht mehr|wieder|erfolgreich|statt # |sauber|verbindet|zieht wieder|bestanden|stabil",
  failed:
    "fehler|fehlgeschlagen|schlägt fehl|schlug fehl|abgestürzt|absturz|stürzt ab|kaputt|hängt|hing|geht nicht|funktioniert nicht|bricht ab|brach ab|exception|timeout|rot|startet nicht|langsam|abgelehnt|abgewiesen|klemmt",
  stillOpen:
    "immer noch|weiterhin|noch immer|gleicher fehler|selber fehler|derselbe fehler|keine ahnung|weiß nicht|nicht gefunden|nicht gelöst|nicht reproduzierbar|ungeklärt|hilft nicht|brachte nichts|half nicht|tritt wieder auf|erneut|unklar",
  guess:
    "vielleicht|vermutlich|wahrscheinlich|möglicherweise|könnte|vermute|verdacht|glaube|scheint|sieht nach|sieht so aus|eventuell|ich tippe|wohl|müsste",
  found:
    "gefunden|herausgefunden|festgestellt|entdeckt|geprüft|nachgesehen|laut|bestätigt|identifiziert|nachgelesen|genau der",
  recipe:
    "schritte|fürs nächste mal|nächstes mal|für die nachwelt|merken|notiz|anleitung|reihenfolge|falls * wieder|wenn das wieder|so geht|rezept|zur doku|vorgehen",
  unsupported:
    "unterstützt * nicht|nicht unterstützt|wird nicht unterstützt|nicht möglich|unmöglich|geht nicht|gibt es nicht|gibts nicht|gibt's nicht|gibt es kein~|kann * nicht|können * nicht|kann nur|nicht verfügbar|kein zugriff|erlaubt kein~|bietet kein~|lässt sich nicht|verbietet|nimmt keine|kennt kein~|hat kein~|keinerlei|abgewiesen|nur unter|gibt es nur",
  limit:
    "limit/limits|grenze|obergrenze|maximal|maximum|höchstens|bis zu #|höchst~|höchstgrenze|kontingent|quota|pro minute/sekunde/stunde/tag|nur #|mehr als|überschreit~|begrenzt|beschränkt|beschränkung|# zeichen|kb|mb|spätestens|gedeckelt",
  policy:
    "verboten|untersagt|gesetz|gesetzlich|dsgvo|vertrag|vertraglich|richtlinie|vorgabe|vorschrift|vorgeschrieben|betriebsrat|datenschutz|compliance|lizenz|revision|bafin|bsi|pflicht|verpflichtend|müssen|muss|darf|dürfen|nicht erlaubt|keine auswertung|der kunde|zertifizier~|betriebsvereinbarung|zulassung|auflage",
  required:
    "benötigt|braucht|erfordert|voraussetzung|setzt * voraus|muss|nur mit|nur wenn|ab version|mindestens|zwingend|erst ab|verlangt|pflicht",
  deferred:
    "vorerst|erst mal|erstmal|fürs erste|erst einmal|später|nächster/nächsten/nächstes/nächste sprint/woche/monat/quartal/jahr/release|bis auf weiteres|bis|verschoben|vertagt|zurückgestellt|nach dem|irgendwann|noch nicht|kommt noch|kommt später|steht noch aus|noch offen|folgt|ticket|momentan|aktuell|derzeit|zunächst|nachziehen|nachgezogen|wenn zeit|bei gelegenheit|in der nächsten|dran",
  workaround:
    "workaround|provisorisch|provisorium|notlösung|übergangsweise|vorübergehend|temporär|hartcodiert|hardcodiert|hart codiert|fest verdrahtet|fest eingetragen|hack|krücke|behelf|kopie|kopiert|dupliziert|doppelten|auskommentiert|abgeschaltet|deaktiviert|ausgeschaltet|ignoriert|pflaster|dummy|platzhalter|von hand|händisch|manuell|gepatcht~|unschön|schmutzig|kompromiss|umgehung|umgangen|technische schuld|schulden|quick|unterdrückt|pragma",
  leftAsIs:
    "stehen lassen|stehen gelassen|gelassen|lasse ich|lass~|bleibt|bleiben|unverändert|nicht angefasst|nicht angerührt|so belassen|belassen|bekannt|weiß ich|wissen wir|in kauf|nehmen wir hin|leben wir mit|damit leben|akzeptier~|bewusst|nutzt noch|verwendet noch|immer noch die alte",
  missing:
    "fehlt/fehlen|kein test|keine tests|ohne test|ohne tests|nicht abgedeckt|nicht umgesetzt|nicht implementiert|nicht behandelt|nicht geprüft|noch kein~|nicht getestet|ungetestet|nicht gemacht|wird nicht|nur im|lohnt",
  paidOff:
    "ist raus|entfernt|ausgebaut|aufgeräumt|nicht mehr nötig|erledigt|doch noch|ersetzt durch|beseitigt|gibt es nicht mehr|nachgeholt",
  standing:
    "ab jetzt|ab sofort|ab heute|von nun an|künftig|in zukunft|zukünftig|jedes mal|jedesmal|grundsätzlich|generell|prinzipiell|standardmäßig|regel|merk dir|merken|ausnahmslos|durchgehend|gilt für/fürs|immer wenn|überall|alle/allen/aller|jede/jeder/jedes/jeden|in jedem|ohne ausnahme|dauerhaft",
  always: "immer|nie|niemals|stets|ausschließlich|nirgends|keinesfalls|ausnahmslos|auf keinen fall|nur noch",
  ours:
    "bei uns|wir verwenden|wir nutzen|wir schreiben|in diesem projekt/repo|im team|unser/unsere/unserem|in unserem|in unseren|hier|hausregel|konvention|so halten wir|machen wir hier|haben wir nicht|in dem repo|bei mir",
  wish:
    "bitte|ich möchte|ich will|ich mag|lieber|bevorzuge|hätte gern|keine|nicht|hör auf|vermeide|nutze|verwende|schreib|schreibst|frag|frag mich|duzen|gern|achte|kein|wünsche",
  once:
    "diesmal|dieses mal|nur diesmal|ausnahmsweise|nur hier|für diesen|für dieses|für diese|heute|nur heute|nur für|einmalig|in diesem fall|dieses eine mal",
  narration:
    "ich schaue|ich prüfe|ich sehe|ich starte|ich beginne|jetzt|als nächstes|zuerst|schauen wir|ich lese|ich führe|mache weiter|ich mache|ich passe|lass mich|stand|zunächst|fange",
  reported:
    "laut|sagt|schreibt|steht|doku|dokumentation|artikel|blog|gelesen|kommentar|todo|damals|die anderen|kollege|protokoll|zitat|heise|empfiehlt",
  supposed:
    "wenn|falls|angenommen|was wäre|könnte|könnten|würde|würden|hätte|hätten|wäre|wären|gesetzt den fall|ob|theoretisch|gesponnen",
  thanks: "danke|super|prima|toll|ok|okay|passt|hallo|hi|perfekt|gut|lol|jo",
};
