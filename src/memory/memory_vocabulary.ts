import { STOP_WORDS } from "../base/words.ts";

// The words by which memories are compared: function words are left out, the others steer how a sentence is read.

/** The stop words, those of other languages, and the verbs that every rule and choice has: none names the subject. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...("need needs ought also too very just only always ever every each all any both some now onwards again " +
    "still keep kept make sure user project repo repository team codebase prefers prefer preferred like likes " +
    "want wants asked decided decide decision choose chose chosen pick picked go went going adopt adopted use " +
    "uses used using utilize instead rather onto via while whenever during inside within per everything el la " +
    "los las un una unos unas de del y o que en para por con se lo es son usar usa usamos siempre debe le les " +
    "des du et ou dans pour avec est sont nous utiliser utilise utilisons toujours il faut doit der die das " +
    "den dem ein eine einen einem einer und oder mit für im ist sind wir verwenden verwende verwendet nutzen " +
    "nutze benutzen immer soll sollen wird werden bitte os um uma e na da com sempre deve gli di usare usiamo " +
    "и в на с для мы использовать используем используй используйте всегда нужно w z dla używać używamy używaj " +
    "zawsze").split(" "),
]);

/** After one of these comes what was chosen. */
export const CHOICE_WORDS: ReadonlySet<string> = new Set(
  ("use uses used using utilize prefer prefers preferred choose chose chosen pick picked adopt adopted want wants " +
    "usar usa usamos utiliser utilise utilisez utilisons verwenden verwende nutzen nutze benutzen usare usiamo " +
    "использовать используем используй используйте używać używamy używaj").split(" "),
);

/** After one of these comes what something is, or where. */
export const COPULA_WORDS: ReadonlySet<string> = new Set(
  "is are be was were equals es son est sont ist sind é são è sono это".split(" "),
);

/** Before the preposition that leads to a place: the place is the choice then. */
export const PLACE_VERBS: ReadonlySet<string> = new Set(
  ("live lives stored kept reside resides hosted runs run listens listen deploy deploys deployed go goes belong " +
    "belongs built written branch defaults default set").split(" "),
);

/** The words behind which a choice names where or when it holds. */
export const SCOPE_WORDS: ReadonlySet<string> = new Set(
  "for in inside within when while whenever during on under if para en pour dans für im bei per для в dla w"
    .split(
      " ",
    ),
);

/** The rest of the clause is the reason. */
export const REASON_WORDS: ReadonlySet<string> = new Set(
  "because since due weil porque puisque parce denn perché ponieważ bo".split(" "),
);

/** They turn what follows in their clause into its opposite. */
export const NEGATORS: ReadonlySet<string> = new Set(
  ("not never no don't dont doesn't doesnt didn't cannot can't cant mustn't shouldn't won't isn't aren't avoid avoids " +
    "stop without nor neither disallow ban drop dropped abandon abandoned reject rejected " +
    "nunca jamás tampoco sin evitar evita não sem nicht nie niemals kein keine keinen keiner ohne vermeide vermeiden " +
    "ne pas jamais sans éviter évite non mai senza evitare evita не никогда без избегать nigdy bez unikaj")
    .split(" "),
);

/** They turn their whole clause into its opposite, wherever they stand in it. */
export const BANS: ReadonlySet<string> = new Set(
  "forbidden banned disallowed prohibited deprecated prohibido interdit verboten proibido vietato запрещено"
    .split(" "),
);

/** The same in scripts without blanks between words; looked for anywhere in a clause. */
export const NEGATOR_PARTS: readonly string[] =
  "不要 不用 不使用 不得 不能 不可 禁止 避免 别用 而不是 勿 ない ません 않 말고 말것 마세요 금지".split(" ");

/** Parts of words of the same scripts that say that something is chosen. */
export const CHOICE_PARTS: readonly string[] = "使用 用 采用 選 选 使 사용 쓴 쓰".split(" ");

/** Things of which a project or a person has one: whoever names another has changed their mind. */
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

/** Forms that cutting off an ending does not bring together. */
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
