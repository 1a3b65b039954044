import type { CueTable } from "./cue_names.ts";

export const ITALIAN: CueTable = {
  adopted:
    "deciso/decidiamo|ho scelto|abbiamo scelto|scelto/scelta|scegliamo|scelgo|optato per|si resta|restiamo|si tengono|si tiene|teniamo|usiamo|useremo|passiamo a|passo a|andiamo con|vada per|adottato|ho adottato|alla fine|si va|si fa|facciamo|prendiamo|preso|la prima/seconda|resta|vince|migriamo|verbale|confermo|ho messo",
  over:
    "invece di|anziché|al posto di|e non|piuttosto che|rispetto a|a favore di|meglio di|contro|sostituisce|invece",
  rejected:
    "scartato/scartata|scartiamo|niente|escluso|esclusa|abbandoniamo|lasciamo perdere|fuori|non vale la pena|rinunciamo|bocciato|eliminato",
  agreed:
    "d'accordo|deciso|confermato|approvato|va bene|perfetto così|concordato|ok per|affare fatto|procedi",
  options:
    "opzioni|alternative|potremmo|da un lato|vantaggi|svantaggi|due/tre strade/modi/opzioni|confrontato|oppure|pro e contro|le strade|o",
  pending:
    "cosa preferisci|cosa ne pensi|decidi tu|non ancora|da decidere|vuoi che|quale|consiglio|suggerisco|fammi sapere|dimmi|indeciso|non ho deciso|aspettiamo|devo|attesa|proporrei",
  reason:
    "perché|poiché|dato che|visto che|siccome|in quanto|così|quindi|per non|altrimenti|tanto|motivo|che",
  cause:
    "la causa|causa|il problema era|era|erano|dipendeva da|colpa|colpevole|veniva da|dovuto a|da cui|mancava|puntava|partiva|mandava|in realtà|avevo|aveva|c'erano|c'era|faceva|a causa",
  fixed:
    "risolto/risolta|corretto/corretta|sistemato|aggiunto|cambiato|impostato|portato|spostato|tolto|rimosso|disattivato|aggiornato|alzato|sottratto|con|la soluzione|sostituito|dopo|riavviato|ho messo|ho portato",
  works:
    "funziona|funzionano|ora|adesso|passa|passano|parte|va|di nuovo|senza errori|accettato|arrivato|verde|verdi|a posto|non più|tornato|compila|cadono|legge|riparte|risponde",
  failed:
    "errore/errori|fallisce|fallito|falliva|va in crash|rotto|rotta|bloccato|blocca|non funziona|non parte|scartato|scarto|eccezione|timeout|lento|crasha|si pianta",
  stillOpen:
    "ancora|stesso errore|si ripresenta|non so|non trovo|irrisolto|non riprodotto|non riesco a riprodurre|continua|non è servito|nessuna idea|niente da fare|persiste|non risolve",
  guess:
    "forse|probabilmente|può darsi|potrebbe|sospetto|credo|penso|sembra|pare|magari|immagino|ipotesi|sarà",
  found: "trovato|scoperto|verificato|controllato|ho visto|confermato|secondo|individuato|capito",
  recipe:
    "passi|passaggi|la prossima volta|per la cronaca|promemoria|procedura|nota|se ricapita|ordine|da ricordare|istruzioni",
  unsupported:
    "non supporta|non supportato|non permette|non consente|non è possibile|impossibile|non si può|non posso|non può|non possono|non esiste|non c'è|non accetta|non disponibile|non espone|accetta soltanto|soltanto|non offre|non prevede|rifiuta|chiude",
  limit:
    "limite/limiti|limitato|massimo|al massimo|fino a #|tetto|quota|al minuto|al secondo|all'ora|al giorno|per minuto/secondo/ora/giorno/invio|solo #|non più di|oltre|supera|si ferma a|# caratteri|kb|mb|sotto i",
  policy:
    "vietato|vieta|legge|gdpr|garante|contratto|politica|normativa|legale|privacy|audit|licenza|impone|obbligatorio|obbligo|vincolo|certificat~|requisito|regolamento|il cliente|sicurezza|consente|agid|non si possono|devono",
  required:
    "richiede|necessita|serve|servono|bisogna|solo con|a partire da|minimo|obbligatorio|almeno|deve|occorre|funziona solo",
  deferred:
    "per ora|per adesso|al momento|più avanti|poi|dopo|in seguito|prossimo sprint|prossima settimana|mese prossimo|prossimo giro|rimandato|rimandata|rinviato|rinviata|finché|fino a|quando|un giorno|in futuro|da fare|se ne riparla|non ora|ticket|lo faremo|lo facciamo|la gestiamo|prossima versione|dopo il rilascio|a settembre",
  workaround:
    "tampone|toppa|provvisorio|provvisoria|temporaneo|temporaneamente|cablato|hardcoded|a mano|copiato|duplicato|commentato|disattivato|disabilitato|pezza|accrocchio|scorciatoia|fisso|finto|compromesso|aggirato|aggiramento|debito|segnaposto|ignorato|forzato|fittizio",
  leftAsIs:
    "lasciato|lasciata|lascio|lasciamo|resta|rimane|rimangono|così com'è|così|lo so|si sa|noto|accettiamo|accetto|conviviamo|non toccato|usa ancora|gira ancora|non l'ho|vabbè|di proposito",
  missing:
    "manca/mancano|senza test|nessun test|non coperto|non gestito|non implementato|non ho|non è|non ancora|da scrivere|non testato|non validato|non l'ho affrontato|solo lato",
  paidOff:
    "tolto|rimosso il|non serve più|non c'è più|ripulito|finalmente|fatto anche|sostituito con|eliminato il",
  standing:
    "d'ora in poi|da ora in poi|da oggi|in futuro|ogni volta|di norma|di default|in generale|regola|ricorda|tienilo presente|tutti/tutte|sempre e comunque|ovunque|per tutte|per tutti|qualsiasi|qualunque|ogni|anche in futuro|in nessun punto|senza eccezioni",
  always: "sempre|mai|ogni|nessun/nessuno/nessuna|soltanto|solo",
  ours:
    "da noi|in questo progetto/repo|in questo|noi|nostro/nostra|nel team|nel nostro|qui|nostri/nostre|convenzione|la nostra|usiamo|in squadra",
  wish:
    "per favore|per piacere|preferisco|voglio|non voglio|mi piace|evita|non usare|usa|avvisami|chiedimi|scrivi|smetti|dammi|li voglio|grazie|vorrei|niente",
  once:
    "stavolta|questa volta|solo stavolta|per questa volta|solo oggi|oggi|solo qui|per questo|per questa|in questo caso|eccezionalmente|solo per",
  narration:
    "ora guardo|adesso guardo|controllo|vediamo|sto|inizio|prima|poi|comincio|passo|leggo|lancio|eseguo|procedo|provo|adesso|do un'occhiata",
  reported:
    "secondo|dice|dicono|la documentazione|l'articolo|blog|ho letto|scrive|commento|todo|hanno scelto|l'altro team|relazione|cita|consulente|loro",
  supposed:
    "se|supponiamo|ipotizziamo|immagina|potrebbe|potremmo|sarebbe|avrebbe|e se|nel caso|qualora|mettiamo",
  thanks: "grazie|ottimo|perfetto|bene|ok|ciao|fantastico|super|figata|benissimo",
};
