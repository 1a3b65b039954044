/**
 * An operator with a telling name before it and something that may be a value after it, or the mark of a block of
 * YAML, or the colon of a Telegram token. Spelt out because the flag `i` triples the time to compile it. Each run of
 * blanks, quotes or name characters belongs to the one operator beside it, which keeps this linear.
 */
export const ASSIGNMENT =
  /[:=>:](?:(?=[>=]?(?:\*\*)?[ \t]*(?:[\\"'`]*[^\s"'`\\(){}[\],;]{1,2}(?:[^\s"'`\\(){}[\],;]| \S)|[^\s"'`\\({][^\s"'`\\]{5}|(?:\r?\n[ \t]*(?:string\(\d+\) )?)?[BNRUbru$@&]{0,2}\\*["'`](?:[^\s,;)]|[,;)][^\s"'`,;)]{5})|[{[]["'\s\\]|(?<=[ \t])[|>][-+\d]{0,2}[ \t]*(?:[\r\n#]|\\[rn])))(?<=(?:[Pp][Aa][Ss][Ss]|[Pp][Ww]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Tt][Oo][Kk][Ee][Nn]|[IESTHNGRDYPKCiesthngrdypkc][ _-]?[Kk][Ee][Yy]|"[Kk][Ee][Yy]|_KEY|_SALT|[Aa][Uu][Tt][Hh]|[Cc][Oo][Oo][Kk][Ii][Ee]|[Cc][Rr][Ee][Dd]|[Ss][Ee][Ss][Ss][Ii]|[Ss][Ii][Gg]|[Kk][Ee][Nn][Nn][Ww][Oo][Rr][Tt]|[Ss][Ee][Nn][Hh][Aa]|[Cc][Oo][Nn][Tt][Rr][Aa][Ss][Ee][NnÑñ][Aa]|[Пп][Аа][Рр][Оо][Лл][Ьь]|密码)[\w.-]*[\\"'\]]*[ \t]*.)|(?=AA[\w-]{33})(?<=\b(\d{8,10}):))/g;

/** `--password value`, and the short options of commands that take a password. */
export const OPTION =
  /-(?<=(?:^|[\s"'])--?)(?:([a-z-]*(?:pass|token|secret|key)[a-z-]*) +(?:\\\r?\n[ \t]*)?(?:(\\*["'`])|([^\s"'`<>(){}[\],;|&\\-][^\s"'`]{3,}))|(?:[abpPuw]|user|cookie|[a-zA-Z]*b[a-zA-Z]*)[ =]?[^\s-])/g;

/** The bar behind a cell that may hold a name, and nothing else; or a part of the line of dashes that psql draws. */
export const CELL = /\|(?<=\|([\w .$`*-]{3,80})\|)|-\+-/g;
