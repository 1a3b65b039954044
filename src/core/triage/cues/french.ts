import type { CueTable } from "./cue_names.ts";

export const FRENCH: CueTable = {
  adopted:
    "décidé/décidons/décide|choisi/choisis/choisissons|opté pour|retenu/retenue|on part/partira sur|on prend|on garde|on reste/restera|on passe/passera|on utilise|on fait|j'ai pris/choisi/opté/retenu|nous avons choisi/opté/retenu|on a choisi/opté/retenu/tranché|tranché|finalement|adopté|va pour|on bascule|on tranche|la première/deuxième/seconde|gagne|ce sera|on y va",
  over:
    "plutôt que|plutôt qu'|au lieu de|à la place|et non|et pas|par rapport|face à|de préférence|contre|mieux que|remplace",
  rejected:
    "écarté/écartée|abandonné|laisse tomber|on laisse tomber|exclu|hors de question|pas de|rejeté|on oublie|éliminé|trop|renoncé|on arrête",
  agreed: "d'accord|ok pour|validé|acté|entendu|convenu|confirmé|ça marche|parfait|très bien",
  options:
    "options|alternatives|on pourrait|soit|avantages|inconvénients|deux/trois solutions/options/possibilités|comparé|d'un côté|ou bien|choix",
  pending:
    "qu'en pensez|que préfères|que préférez|à vous|pas encore|à décider|voulez-vous|veux-tu|souhaitez|dois-je|lequel|laquelle|recommande|suggère|dites-moi|dis-moi|hésite|conseille|proposer|en attente|à trancher",
  reason:
    "parce que|parce qu'|car|puisque|afin de|vu que|étant donné|c'est pour|pour que|du coup|sinon|raison|c'est moins|comme",
  cause:
    "la cause|cause racine|le problème venait/était|venait/vient du/de|le coupable|à cause|était dû|dû à|en fait|manquait|pointait|était/étaient|avait|provenait|provoquait|d'où|parce que",
  fixed:
    "corrigé/corrigée|résolu/résolue|réparé|j'ai ajouté/mis/changé/passé/remplacé/supprimé/augmenté/déplacé|ajouté|remplacé|en mettant/ajoutant/passant/changeant|la solution|le correctif|désactivé|avec|redémarré|rétabli|une fois",
  works:
    "fonctionne/fonctionnent|ça marche|ça passe|passe/passent|plus d'erreur|plus aucun|plus de|démarre|verts|vert|de nouveau|revenu|disparu|c'est bon|reparti|compile|sans erreur|désormais|tourne",
  failed:
    "échoue/échouait/échoué|erreur/erreurs|plante/plantait|planté|cassé|bloqué|bloque|ne marche|ne fonctionne|ne démarre|exception|timeout|lent|doublons|en panne|tombe",
  stillOpen:
    "toujours|encore|même erreur|même symptôme|ne sais pas|pas trouvé|pas résolu|non résolu|aucune idée|pas reproductible|n'arrive pas à reproduire|rien n'y fait|n'a rien changé|continue",
  guess:
    "peut-être|sans doute|probablement|je soupçonne|je pense|on dirait|il semble|semble|pourrait|hypothèse|a priori|j'imagine|devrait",
  found: "trouvé|découvert|identifié|vérifié|confirmé|constaté|j'ai vu|d'après|selon|compris",
  recipe:
    "étapes|la prochaine fois|pour mémoire|à noter|procédure|marche à suivre|si ça recommence|dans l'ordre|pour rappel|note",
  unsupported:
    "ne supporte/supportent pas|pas supporté|n'accepte pas|ne permet/permettent pas|pas possible|impossible|n'existe pas|il n'y a pas|pas disponible|n'expose|ne peut/peuvent/peux pas|on ne peut|aucun moyen|n'a pas|ne gère|pas d'api|ne propose pas|refuse|rejette",
  limit:
    "limite/limites|limité/limitée|maximum|max|au plus|jusqu'à #|plafond|plafonné|quota|par minute/seconde/heure/jour|seulement #|dépasser|dépasse|au-delà|# caractères|ko|mo|pas plus",
  policy:
    "interdit/interdite|interdit|loi|rgpd|cnil|contrat|politique|juridique|dpo|audit|conformité|licence|exige|obligatoire|imposé|impose|réglementation|certifi~|le client|sécurité|rssi|hébergeur|homologu~|doivent|marché public",
  required:
    "nécessite|requiert|exige|il faut|faut|besoin|uniquement|à partir de|minimum|obligatoire|au moins|seulement|doit",
  deferred:
    "pour l'instant|pour le moment|plus tard|prochain sprint|semaine prochaine|mois prochain|on verra|reporté/reportée|repoussé|remis à|en attendant|à terme|dans un second temps|après la|d'ici|jusqu'à|quand|un jour|provisoirement|à faire|reste à faire|pas maintenant|ticket|prochaine version|lot 2|l'an prochain",
  workaround:
    "contournement|bricolage|rustine|provisoire|temporaire/temporairement|en dur|codé en dur|à la main|copié|copie|dupliqué|commenté|désactivé/désactivée|bidouille|pansement|verrue|factice|bouchon|hack|ignoré/ignorés|assumé|dette|volontairement|figé",
  leftAsIs:
    "laissé/laissée/laissés|je laisse|on laisse|reste/restent|tel quel|en l'état|toujours l'ancien|on sait|je sais|on vit avec|assume|accepte|on accepte|pas touché|connu|tant pis",
  missing:
    "manque/manquent|pas de test|pas de tests|sans test|pas couvert|pas géré|n'est pas|ne sont pas|pas implémenté|pas encore|aucun test|non traité|pas fait|absent|n'ai pas",
  paidOff:
    "supprimé le|n'est plus|c'est fait|nettoyé|plus besoin|remplacé par le vrai|finalement fait|enlevé|retiré",
  standing:
    "désormais|dorénavant|à partir de maintenant|à l'avenir|à chaque fois|chaque fois|par défaut|en général|règle|la règle|retiens|pensez à|systématiquement|partout|tous/toutes|sans exception|de manière générale|pour tout|quel que soit",
  always: "toujours|jamais|aucun/aucune|chaque|systématiquement|obligatoirement",
  ours:
    "chez nous|dans ce projet/dépôt/repo|ici on|on n'utilise|on utilise|notre/nos|l'équipe|dans l'équipe|nous|notre convention|la maison|nous autres|on écrit|on ne",
  wish:
    "s'il te plaît|s'il vous plaît|stp|svp|merci de|je préfère|je veux|je ne veux|j'aime|évite|évitez|n'utilise|utilise|utilisez|demande-moi|écris|arrête|arrêtez|mets|préviens|tutoie|ne fais",
  once:
    "cette fois|pour cette fois|juste pour|uniquement pour|aujourd'hui|ici seulement|pour ce|pour cette|exceptionnellement|dans ce cas|ponctuel|ce soir",
  narration:
    "je vais|je regarde|je vérifie|je lance|je commence|d'abord|maintenant|ensuite|voyons|je passe|en cours|je continue|regardons|je m'en",
  reported:
    "selon|d'après|dit|disent|la documentation|la doc|l'article|blog|j'ai lu|a écrit|commentaire|todo|ils ont choisi|l'autre équipe|cite|ils",
  supposed:
    "si|si on|si jamais|supposons|imaginons|pourrait|pourrions|serait|aurait|et si|au cas où|admettons",
  thanks: "merci|super|parfait|génial|ok|bien|nickel|salut|bonjour|top|cool",
};
