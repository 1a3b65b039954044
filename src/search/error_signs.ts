// Recognises errors in prompts. It imports no table of words, as the hook user-prompt-submit loads it for each prompt.
/** Matches lines such as "cp: …: …", and words, codes and places of errors: only then a slow search for fixes runs. */
export const QUOTES_ERROR =
  /(?:^|[\n`])[ \t]*[\w./-]+ ?: [^\n]*\S ?: |[Ee]rror|ERR|[Ee]xception|[Pp]anic|[Aa]ssert|[Ff]ail|[Ff]atal|FATAL|[Ff]ault|[Nn]o(?:t found| such)|[Rr]efused|[Dd]enied|[Uu]ndefined|[Cc]annot|\bE[A-Z]{4,}|\b[A-Z]{1,3}-?\d{2,5}\b|\.\w+[:(]\d+[:,)]/;

/** Matches errors as programs tell them, a part of `QUOTES_ERROR`: `KeyError: …`, `ECONNRESET`, `cp: cannot …`. */
export const TELLS_ERROR =
  /(?:[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Ff]atal|FATAL)[\w.[\]]{0,40}(?: TS\d+)?: |\bE[A-Z]{4,}\b|(?<=: [^\n]{0,200})(?:denied|not found|[Nn]o such|[Cc]annot|[Uu]ndefined)/;
