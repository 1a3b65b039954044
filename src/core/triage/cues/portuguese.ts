import type { CueTable } from "./cue_names.ts";

export const PORTUGUESE: CueTable = {
  adopted:
    "decidido/decidimos/decidi|escolhi/escolhemos/escolhido|optei/optámos/optamos por|ficamos/ficámos/fiquei com|vamos de/com/usar|vai de|vai ser|fechado/fechamos/fechou|bateu o martelo|ficou definido/decidido|adotei/adotamos|usamos|fica|no fim|mudamos para|migramos|trocamos|troquei|a primeira/segunda|prefiro|venceu|ganhou",
  over: "em vez de|ao invés de|no lugar de|e não|em lugar de|do que|comparado|frente a|melhor que|não mais",
  rejected:
    "descartei/descartamos/descartado|nada de|deixamos de|abandonamos|fora|não vale a pena|não compensa|sem|rejeitado|desistimos",
  agreed: "combinado|fechado|de acordo|decidido|confirmado|concordo|beleza|pode ser|manda ver|bora|aprovado",
  options:
    "opções|alternativas|poderíamos|por um lado|vantagens|desvantagens|duas/três formas/opções|comparei|ponderei|prós|ou",
  pending:
    "o que acha|você decide|ainda não|quer que|qual|recomendo|sugiro|me diga|me avise|a decidir|indeciso|não decidi|espera|pensar|qual prefere",
  reason: "porque|pois|já que|visto que|uma vez que|para que|por isso|por causa|devido|senão|motivo|pra",
  cause:
    "a causa|causa raiz|o problema era|era|o culpado|por causa|devido a|acontecia|o que acontecia|identifiquei|vinha de|faltava|estava/estavam|apontava|tinha|por isso|usava|descobri|origem",
  fixed:
    "corrigi/corrigido/corrigimos|resolvi/resolvido|arrumei|consertei|troquei|ajustei|adicionei|coloquei|removi|tirei|mudei|subi|aumentei|excluí|com isso|a solução|salvei|usando|atualizei|reiniciei",
  works:
    "funciona/funcionou|funcionando|passou/passa/passam|voltou|zerou|abriu|abre|subiu|rodou|roda|verde|sem erro|não acontece mais|não mais|bateu|normal|ok agora|agora|compila|parou de",
  failed:
    "falha/falhou/falhava|erro/erros|quebrou|quebra|trava/travou/travava|caiu|cai|não funciona|não sobe|não abre|exceção|timeout|lento|rejeição",
  stillOpen:
    "continua|ainda falha|ainda|mesmo erro|não sei|não achei|sem solução|não reproduz|não adiantou|nada|segue|não resolveu|de novo",
  guess: "talvez|pode ser|acho que|suspeito|parece|provavelmente|deve ser|imagino|será|possivelmente|chuto",
  found: "descobri|achei|encontrei|identifiquei|verifiquei|confirmei|vi que|segundo|a doc|checei",
  recipe:
    "passos|pra ficar registrado|registrado|da próxima|próxima vez|anota|para lembrar|procedimento|quando|receita",
  unsupported:
    "não suporta/suportam|não dá|não rola|não permite/permitem|não é possível|impossível|não existe|não há|não tem|não têm|não aceita|não pode/podemos|não está disponível|não expõe|só|não consegue",
  limit:
    "limite/limites|limita|máximo|no máximo|até #|teto|cota|por minuto/segundo/hora/dia|só #|acima de|acima disso|passar de|passa|apenas|# caracteres|kb|mb",
  policy:
    "proíbe|proibido|lei|lgpd|rgpd|contrato|política|norma|jurídico|auditoria|compliance|licença|exige|obrigatório|regra|certificação|não pode|a infra avisou|banco|segurança|congelamento|regulação|cliente exige",
  required:
    "requer|exige|precisa/precisam|necessita|tem que|só funciona|a partir de|mínimo|obrigatório|pelo menos|deve",
  deferred:
    "por enquanto|por ora|depois|mais tarde|mais pra frente|mais para a frente|próxima sprint|semana que vem|mês que vem|ano que vem|fica para|fica pra|fica a dever|pendente|pendência|adiado|adiada|até|quando|deixa pra|futuramente|um dia|tratamos|a gente faz|ainda não|agora não|na próxima|não foi feito",
  workaround:
    "gambiarra|paliativo|provisório|provisória|temporário|temporariamente|hardcoded|chumbado|fixo|na mão|à mão|manual|copiado|duplicado|comentado|desativado|desabilitado|remendo|quebra-galho|contorno|atalho|de propósito|dívida|fallback|mock|por opção",
  leftAsIs:
    "deixei|deixa|deixamos|ficou/ficaram|fica|continua usando|assim mesmo|eu sei|sei|sabemos|conhecido|aceitamos|convivemos|sem mexer|não mexi|mantive",
  missing:
    "falta/faltam|faltou|não tem teste|sem teste|sem testes|não trata|não cobre|sem validação|sem lock|não foi|ainda não|não implementado|só no cliente|maus",
  paidOff: "já removi|removido|já está|eliminei|limpei|não precisa mais|substituí|já foi|tirei o",
  standing:
    "daqui pra frente|daqui para a frente|a partir de agora|de agora em diante|doravante|sempre que|cada vez|toda vez|por padrão|regra|lembra|vale para|vale pra|todo/toda|todos/todas|em geral|qualquer|no geral|em todas|pra todas",
  always: "sempre|nunca|jamais|nenhum/nenhuma|cada|só",
  ours:
    "neste projeto/repo|nesse projeto/repo|neste|aqui|a gente usa|a gente|nosso/nossa|nós|no time|na equipe|nossa equipe|nossas|nossos|meu|minha",
  wish:
    "por favor|prefiro|quero|não quero|gosto|não gosto|evite|não use|use|usa|me pergunte|me avisa|escreva|odeio|pode levar|favor|faz favor|resposta curta",
  once:
    "desta vez|dessa vez|só desta|só hoje|hoje|só aqui|para este|pra este|nesse caso|neste caso|exceção|por hoje|só agora",
  narration:
    "vou|deixa eu|agora|primeiro|começo|a seguir|estou|vamos ver|olhando|verificando|continuo|em seguida",
  reported:
    "segundo|diz|dizem|a documentação|o artigo|blog|li|escreveu|comentário|todo|adotou|escolheram|outro time|cita|eles",
  supposed: "se|caso|supondo|suponha|imagina|poderia|poderíamos|seria|teria|e se|será que",
  thanks: "obrigado|obrigada|valeu|ótimo|perfeito|beleza|ok|show|oi|olá|legal|kkk|boa",
};
