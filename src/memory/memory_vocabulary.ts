import { STOP_WORDS } from "../base/words.ts";

// Words that decide how memories are compared: some are ignored, others say what a sentence affirms, denies or chooses.

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Verbs that choose something. */
export const CHOICE_WORDS = words(
  "use uses used using utilize prefer prefers preferred choose chose chosen pick picked adopt adopted want wants " +
    "usar usa usamos utiliser utilise utilisez utilisons verwenden verwende nutzen nutze benutzen usare usiamo " +
    "использовать используем используй используйте używać używamy używaj",
);

/** Words that are ignored, as they do not name a subject: stop words of several languages, and verbs that every rule has. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...CHOICE_WORDS,
  ...words(
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

/** Verbs that stand before the value or the place of something. */
export const COPULA_WORDS = words("is are be was were equals es son est sont ist sind é são è sono это");

/** Verbs before "in", "to" and the like whose place is the thing that was chosen: "deploy to Fly". */
export const PLACE_VERBS = words(
  "live lives stored kept reside resides hosted runs run listens listen deploy deploys deployed go goes belong " +
    "belongs built written branch defaults default set",
);

/** Words that stand before the place or time for which a choice holds. */
export const SCOPE_WORDS = words(
  "for in inside within when while whenever during on under if para en pour dans für im bei per для в dla w",
);

/** Words that stand before the reason, which takes the rest of the clause. */
export const REASON_WORDS = words("because since due weil porque puisque parce denn perché ponieważ bo");

export const NEGATORS = words(
  "not never no don't dont doesn't doesnt didn't cannot can't cant mustn't shouldn't won't isn't aren't avoid avoids " +
    "stop without nor neither disallow ban drop dropped abandon abandoned reject rejected " +
    "nunca jamás tampoco sin evitar evita não sem nicht nie niemals kein keine keinen keiner ohne vermeide vermeiden " +
    "ne pas jamais sans éviter évite non mai senza evitare evita не никогда без избегать nigdy bez unikaj",
);

/** Words that negate their whole clause, wherever they stand in it. */
export const BANS = words(
  "forbidden banned disallowed prohibited deprecated prohibido interdit verboten proibido vietato запрещено",
);

/** Parts of words that negate their clause, in scripts without blanks between words. */
export const NEGATOR_PARTS: readonly string[] =
  "不要 不用 不使用 不得 不能 不可 禁止 避免 别用 而不是 勿 ない ません 않 말고 말것 마세요 금지".split(" ");

/** Parts of words in the same scripts that say that something is chosen. */
export const CHOICE_PARTS: readonly string[] = "使用 用 采用 選 选 使 사용 쓴 쓰".split(" ");

/** Groups of alternatives of which a project or a person uses one; to name another one is a change of mind. */
export const ALTERNATIVES: readonly string[] = [
  "npm pnpm yarn bun",
  "tab tabs space spaces",
  "jest vitest mocha ava jasmine",
  "pytest unittest nose",
  "prettier biome dprint",
  "eslint oxlint tslint",
  "webpack vite rollup parcel esbuild turbopack rspack",
  "postgres postgresql mysql mariadb sqlite mongodb cockroachdb",
  "rebase squash",
  "pip poetry pipenv uv conda pdm hatch",
  "prisma drizzle typeorm sequelize knex",
  "rest graphql grpc trpc",
  "cypress playwright selenium puppeteer",
  "moment dayjs date-fns luxon",
  "redux zustand mobx jotai recoil",
  "maven gradle bazel",
  "black ruff yapf",
  "camelcase snake_case kebab-case pascalcase",
  "single double",
  "light dark",
  "english german french spanish japanese chinese korean portuguese italian polish russian",
];

/** The stems of irregular forms, which share no beginning with their verb. */
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
};
