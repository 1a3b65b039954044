import { isWorthAsking } from "../../../src/triage/ask.ts";
import { triage } from "../../../src/triage/triage.ts";
import { said } from "../../_support/conversations.ts";
import { assertEquals } from "../../_support/assert.ts";

/** Prompts that state a rule plainly: the sentence that says it comes first, where there are several. */
const RULES: readonly string[] = [
  "Don't use any mocks in the integration tests, ever.",
  "Please do not add comments to my code, ever again.",
  "no secrets in code blocks, not even fake ones, ever. Use <REDACTED> instead.",
  "I don't want to see emojis in code comments or logs. ever",
  "Actually use npm here, always.",
  "We use conventional commits here, remember",
  "I changed my mind: always use npm here, never pnpm.",
  "One more thing: never log an email address.",
  "Stop using npm! We use bun.",
  "please stop adding docstrings to private helpers",
  "Only ever write tests with vitest.",
  "Never commit secrets.",
  "In this repo we never touch generated files under gen/.",
  "For all TypeScript in this project we always use named exports.",
  "In this project I prefer composition over inheritance for gameplay code.",
  "For the record, I hate semicolons, leave them out in all TypeScript files.",
  "Note to self for later sessions: deploys only happen on Tuesdays.",
  "I like short functions. Remember this for the future.",
  "Prices are integers in cents. Keep that in mind.",
  "Merke dir: Preise sind immer in Cent.",
  "Denk daran: wir benutzen kein ORM.",
  "Verwende niemals any in TypeScript.",
  "Kein AutoMapper in diesem Repo, Mappings schreiben wir von Hand, merk dir das",
  "Bevor du irgendwas installierst, frag mich. Immer.",
  "Keine Emojis in den Antworten, generell.",
  "Hör auf, npm zu benutzen, wir haben bun.",
  "Ne commite jamais directement sur main.",
  "N'utilise jamais npm dans ce projet.",
  "Arrête d'utiliser npm dans ce projet.",
  "On ne laisse pas de code commenté, retiens-le.",
  "Souviens-toi que les prix sont en centimes.",
  "No uses nunca npm en este proyecto.",
  "Deja de usar npm en este proyecto.",
  "Acuérdate de que los precios van en céntimos.",
  "以后请一直使用 pnpm。",
];

/** Prompts that hold once, tell of something, ask, or quote; the sentence of a rule is not in them. */
const NONE: readonly string[] = [
  "Don't touch the tests yet.",
  "Don't use the `colors` package here, plain text is enough.",
  "don't run prettier on it before sending, I want to see the raw output",
  "Do not change anything in this repo, just look.",
  "No new endpoint, the due date's already in the response.",
  "No errors in this project any more.",
  "no sharding then",
  "Stop the server and run it again.",
  "stop running the tests, I'm on it",
  "Never mind the pnpm thing.",
  "never again, sorry",
  "we never did a gradual rollout with it. move to the table and cancel the subscription",
  "same, I always have to look it up too. man tar?",
  "In this repo we never had a release branch.",
  "It crashes on start, always.",
  "The build fails. Every time.",
  "The tests fail when I run them here, always",
  "We fixed that yesterday, remember",
  "Is it slow in general? Always.",
  "lol that's the ugliest residual plot I've ever seen.",
  "Add a button to the header. Keep it.",
  "Never.",
  "uPlot. we only ever draw lines and 45 kB is what I'm ready to pay",
  'The wiki says "stop using npm, always".',
  'The comment "never touch generated files" is wrong, remove it.',
  "Their guide says: never use npm in a container.",
  "do it without mocks this time, always with the container",
  "Fang an mit dem Export. Immer noch kaputt?",
  "Das geht beim Start kaputt, immer.",
  "Hör auf damit.",
  "Ça plante au démarrage, toujours.",
];

for (const [prompts, isRule] of [[RULES, true], [NONE, false]] as const) {
  for (const prompt of prompts) {
    Deno.test(`triage takes ${isRule ? "a rule" : "no rule"} from: ${prompt}`, () => {
      const messages = [said("a", "assistant", "The export is done."), said("u", "user", prompt)];
      const found = triage(messages).filter((one) => isWorthAsking(one, 0.6));
      assertEquals(found.map(({ category }) => category), isRule ? ["PREFERENCE"] : []);
    });
  }
}
