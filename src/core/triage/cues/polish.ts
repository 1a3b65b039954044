import type { CueTable } from "./cue_names.ts";

export const POLISH: CueTable = {
  adopted:
    "zdecydował~|decyzja|decydujemy|wybrał~|wybieram~|wybór|bierzemy|biorę|idziemy w/z|zostajemy przy|zostaje|stawiamy na|używamy|będziemy używać|przechodzimy|przeszliśmy|przepisujemy|robimy|ustalone|ustaliliśmy|ostatecznie|koniec dyskusji|wygrał~|postawiłem|generujemy|lecimy|wdrażamy|zamieniamy|zmieniamy|zastąpił~|osobna|niech będzie",
  over: "zamiast|a nie|niż|w porównaniu|na korzyść|kosztem|lepiej niż|wobec|nie",
  rejected:
    "odrzucił~|odrzucamy|odpada|rezygnujemy|zrezygnował~|porzucamy|nie warto|wykluczon~|bez|nie używamy|skreślam|szkoda|odpuszczamy|za drogo|za wolny",
  agreed: "zgoda|ustalone|uzgodnione|potwierdzone|zatwierdzone|dobra|jasne|okej|pasuje|zgadzam|działaj",
  options:
    "opcje|alternatywy|możemy|albo|zalety|wady|dwie/trzy opcje/drogi/możliwości|z jednej strony|porównał~|lub|warianty",
  pending:
    "co myślisz|jak uważasz|jeszcze nie|nie wiem|chcesz|czy mam|który|które|którą|polecam|sugeruję|proponuję|daj znać|do ustalenia|zastanawiam|niezdecydowan~|czekamy|zanim|rekomenduję|decyzja należy",
  reason: "bo|ponieważ|gdyż|dlatego|żeby|aby|skoro|z powodu|więc|inaczej|powód|dzięki",
  cause:
    "przyczyn~|powodem|winny|winna|winowajc~|problemem|okazało się|wynikał~|spowodowan~|przez|był/była/było/były|brak|brakował~|wskazywał~|siedział~|szły|wymaga|dlatego|bo",
  fixed:
    "naprawion~|naprawił~|poprawił~|rozwiązan~|rozwiązał~|dodał~|zmienił~|ustawił~|przeniosł~|usunął~|usunęł~|wyłączył~|włączył~|skopiował~|podniosł~|podniósł~|zwiększył~|podmienił~|po ustawieniu|po dodaniu|po zmianie|po|pomogło|wgrał~|cofnął~|wystarczyło|zaktualizował~",
  works:
    "działa/działają|już działa|przeszedł|przeszła|przeszły|przechodzi|uruchamia|zielon~|bez błędu|bez błędów|zniknął|zniknęły|nie ma już|wrócił~|poszło|ruszył~|wstaje|zeszła|zeszło|wynosi zero|poprawnie|w całości|łączy|z powrotem",
  failed:
    "błąd|błędy|błędem|pada|padł~|wywala|wywalił~|nie działa|nie startuje|nie wstaje|zawiesza~|zawiesił~|wyjątek|timeout|zepsut~|wysypuje|wysypał~|crash~|odrzuca|gubion~|wolno|wisi",
  stillOpen:
    "nadal|wciąż|dalej nie|ten sam błąd|to samo|nie pomogło|nie wiem dlaczego|nie znalazł~|nierozwiązan~|nie da się odtworzyć|nie odtworzył~|znowu|identyczny|bez zmian|nie mam pojęcia|szukam dalej",
  guess:
    "może|chyba|prawdopodobnie|być może|podejrzewam|wydaje|wygląda na|przypuszcz~|pewnie|myślę|zapewne|mogło",
  found: "znalazł~|odkrył~|sprawdził~|ustalił~|okazało|według|potwierdził~|zobaczył~|doszedłem|mam to",
  recipe:
    "instrukcja|na przyszłość|następnym razem|kroki|procedura|notatka|przepis|gdyby|kolejność|dla pamięci|jak naprawić|zapamięt~",
  unsupported:
    "nie obsługuje|nie wspiera|nieobsługiwan~|nie można|nie da się|niemożliw~|nie pozwala|nie ma|brak|niedostępn~|nie może|nie mogą|nie istnieje|nie przyjmuje|nie udostępnia|nie mamy|nikt|nie gwarantuje|tylko|odrzuca|nie wstaje",
  limit:
    "limit~|maksymaln~|maksimum|maks|najwyżej|co najwyżej|do #|nie więcej niż|na minutę/sekundę/godzinę/dzień/dobę|tylko #|przekrocz~|ogranicz~|powyżej|znaków|kb|mb|kwot~|jednocześnie",
  policy:
    "zabron~|zakaz~|nie wolno|rodo|umow~|prawo|prawn~|ustaw~|polityk~|regulamin~|wymóg|wymogi|wymaga|audyt~|licencj~|certyfik~|bezpieczeństw~|obowiązk~|musi|muszą|knf|compliance|klient~|przepis~|uprawnień|z działu|nie mogą",
  required:
    "wymaga/wymagany/wymagane|potrzebn~|potrzebuje|trzeba|musi|tylko z|od wersji|minimum|co najmniej|obowiązkow~|konieczn~|dopiero|wyłącznie",
  deferred:
    "na razie|póki co|na tę chwilę|tymczasem|później|potem|następny/następnym sprint/sprincie|w przyszłym|za tydzień|za miesiąc|odłożon~|odkładamy|przełożon~|do czasu|dopóki|aż|dopiero|kiedyś|w q1/q2/q3/q4|przy następnym|nie teraz|po wydaniu|po wdrożeniu|po zamknięciu|ticket|zrobimy|dorobimy|przepiszemy|nadrobić|czeka|w planach|przy okazji|zostawiamy",
  workaround:
    "obejści~|prowizork~|prowizoryczn~|tymczasow~|zahardkodowan~|na sztywno|na twardo|ręcznie|skopiowan~|zduplikowan~|zakomentowan~|wyłączon~|hack|łatka|plaster|zaślepk~|atrapa|ukrył~|pomijam|pominięt~|byle jak|dług|kompromis|na szybko|świadomie|obszedł~|mock~",
  leftAsIs:
    "zostawił~|zostawiam|zostawiamy|zostaje|zostają|zostało|bez zmian|jak jest|tak jak|nie ruszał~|nie ruszam|wiem|wiemy|znany|do przeżycia|trudno|akceptujemy|żyjemy|nadal używa|dalej używa|siedzi|stary|stara",
  missing:
    "brakuje|brak testów|bez testów|nie ma testów|nie pokryt~|nie zaimplementowan~|nie obsługuj~|nie robił~|nie zrobion~|niegotow~|jeszcze nie|nie ma ani|nie sprawdza|nie waliduj~|tylko po|nietestowan~",
  paidOff:
    "usunięt~|usunąłem|już nie ma|niepotrzebn~|posprzątan~|zastąpion~|jednak zrobił~|wywaliłem|spłacon~|zrobione",
  standing:
    "od teraz|od dziś|od dzisiaj|odtąd|na przyszłość|w przyszłości|za każdym razem|każdorazowo|każdy/każda/każde/każdego|domyślnie|zasada|reguła|pamiętaj|trzymaj|tego się trzymaj|wszystkie|wszędzie|zawsze gdy|ogólnie|bez wyjątków|całego projektu|we wszystkich|nowych|wszelkie",
  always: "zawsze|nigdy|wyłącznie|żadnych|żadne|żaden|tylko|bezwzględnie|ani razu",
  ours:
    "u nas|w tym projekcie/repo|w tym|my|nasz/nasza/nasze|w zespole|w naszym|piszemy|stylujemy|używamy|tutaj|konwencja|w firmie|przez review",
  wish:
    "proszę|wolę|chcę|nie chcę|lubię|nie lubię|unikaj|nie używaj|używaj|pisz|nie pisz|pytaj|przestań|nie wklejaj|zmień|dawaj|rób|nie rób|wolałbym|nie dodajemy",
  once:
    "tym razem|tylko tym razem|na ten raz|dzisiaj|dziś|tylko tu|na tę|na to|w tym przypadku|wyjątkowo|jednorazowo|ten jeden|tę jedną",
  narration:
    "sprawdzam|sprawdzę|zobaczmy|patrzę|otwieram|zaczynam|najpierw|teraz|następnie|uruchamiam|czytam|robię|przechodzę|zerknę|lecę",
  reported:
    "według|mówi|piszą|dokumentacja|w dokumentacji|artykuł|blog|czytałem|napisał|komentarz|todo|wybrali|inny zespół|cytat|oni|w pliku",
  supposed: "jeśli|jeżeli|gdyby|załóżmy|przypuśćmy|wyobraź|byłoby|mógłby|moglibyśmy|co jeśli|w razie|czy|by",
  thanks: "dzięki|dziękuję|super|świetnie|ok|spoko|cześć|hej|dobra|fajnie|extra",
};
