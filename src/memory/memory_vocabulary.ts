// Words by which memories are compared: those that name no subject, and those that turn the meaning of a sentence.
import { STOP_WORDS } from "../base/words.ts";

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Words that name no subject: stop words of several languages, and verbs that every rule has. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...words(
    "use uses used using utilize prefer prefers preferred choose chose chosen pick picked adopt adopted want wants " +
      "usar usa usamos utiliser utilise utilisez utilisons verwenden verwende nutzen nutze benutzen usare usiamo " +
      "использовать используем используй используйте używać używamy używaj " +
      "need needs ought also too very just only always ever every each all any both some now onwards again " +
      "still keep kept make sure user project repo repository team codebase like likes asked decided decide " +
      "decision go went going instead rather onto via while whenever during inside within per everything el " +
      "la los las un una unos unas de del y o que en para por con se lo es son siempre debe le les des du " +
      "et ou dans pour avec est sont nous toujours il faut doit der die das den dem ein eine einen einem " +
      "einer und oder mit für im ist sind wir verwendet immer soll sollen wird werden bitte os um uma e na " +
      "da com sempre deve gli di и в на с для мы всегда нужно w z dla zawsze",
  ),
]);

/** Words that are empty in small letters and names in capitals, as in "US customers" and "the IT team". */
export const NAMES = words("US IT DE ES LA NA OS SE");

/** Words that deny something wherever they stand. */
export const DENIALS = words(
  "not never no don't dont doesn't doesnt didn't cannot can't cant mustn't shouldn't won't isn't aren't avoid avoids " +
    "stop without nor neither " +
    "nunca jamás tampoco sin evitar evita não sem nicht nie niemals kein keine keinen keiner ohne vermeide vermeiden " +
    "ne pas jamais sans éviter évite non mai senza evitare evita не никогда без избегать nigdy bez unikaj",
);

/** Words that turn the meaning of a sentence, so that texts with them are the same only if all other words are. */
export const TURNS: ReadonlySet<string> = new Set([
  ...DENIALS,
  ...words(
    "disallow ban drop dropped abandon abandoned reject rejected forbidden banned disallowed prohibited deprecated " +
      "instead rather over except unless off replace replaces replaced replacing swap swapped switch switched " +
      "switching migrate migrated moved prohibido interdit verboten proibido vietato запрещено",
  ),
]);

/** Parts of words that deny their clause, in scripts without blanks between words. */
export const DENYING_PARTS: readonly string[] =
  "不要 不用 不使用 不得 不能 不可 禁止 避免 别用 而不是 勿 ない ません 않 말고 말것 마세요 금지".split(" ");

/** The stems of words that the stemmer would not reduce to the stem of their verb. */
export const IRREGULAR: Readonly<Record<string, string>> = {
  written: "write",
  wrote: "write",
  ran: "run",
  built: "build",
  sent: "send",
  chose: "choos",
  kept: "keep",
  broke: "break",
  broken: "break",
  made: "make",
  failure: "fail",
  failures: "fail",
  https: "https",
};
