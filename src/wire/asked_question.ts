// Reads calls of the tool `AskUserQuestion`: the agent's questions and the user's answers.
import { asObject, asObjects, asText } from "../base/json.ts";

/** The text before the answers, in each wording that Claude Code has used. */
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered): ?"/;
const RECOMMENDED = / \(recommended\)$/i;

/** Returns the questions of a call's input, each with a list of its options; `""` for other inputs. */
export function questionsAsked(input: unknown): string {
  return questionsOf(input).map(({ question, options }) => {
    const lines = options.map(({ label, description }) => `- ${label}${description && `: ${description}`}`);
    return [question, ...lines].join("\n");
  }).join("\n\n");
}

/** Words of a question whose typed answer may be a secret. */
const SECRET_WORDS =
  "pass|token|secret|key(?!board)|credential|\\bpin\\b|\\botp\\b|\\b[2m]fa\\b|connection string|webhook url|\\.env\\b" +
  "|(?:auth\\w*|access|security|verification|recovery|backup|one-time|login) code|(?:seed|recovery) phrase" +
  "|kennwort|schlüssel|zugangs|geheim|contraseña|clave|credencial|senha|chi?ave|clés?(?![a-zé])|segret|parola" +
  "|wachtwoord|sleutel|has[łl]o|heslo|klucz|lösenord|şifre|пароль|ключ|токен|секрет|密[码碼钥]|口令|令牌|パスワード|キー|暗証|トークン|비밀|암호|토큰";

/**
 * Returns for each answered question the options that the user took, or the typed text as the only one. Leaves
 * out a text that may be a secret: the privacy rules may not recognise a password that stands alone.
 */
export function answersIn(result: unknown) {
  const row = asObject(result);
  // Gemini CLI's answers have a question's index in place of its text.
  const questions = new Map(questionsOf(row).flatMap((one, i) => [[`${i}`, one], [one.question, one]]));
  return Object.entries(asObject(row?.answers) ?? {}).flatMap(([key, value]) => {
    const answer = withoutRecommended(asText(value) ?? "").trim();
    const { question = key, options = [], header = "" } = questions.get(key) ?? {};
    if (answer === "" || /^\d+$/.test(question)) return [];
    const offered = new Map(options.map((option) => [withoutRecommended(option.label), option.description]));
    const labels = offered.has(answer) ? [answer] : answer.split(", ").map(withoutRecommended);
    const taken = labels.map((label) => ({ label, description: offered.get(label) ?? "" }));
    if (labels.every((label) => offered.has(label))) return [{ question, taken }];
    return new RegExp(SECRET_WORDS, "i").test(`${question}\n${header}`)
      ? []
      : [{ question, taken: [{ label: answer, description: "" }] }];
  });
}

/** Returns the answers as a message; `""` unless `text` is the client's report of answers. */
export function answersGiven(text: string, result: unknown): string {
  if (!ANSWERED.test(text)) return "";
  return answersIn(result).flatMap(({ taken }) => taken.map(({ label }) => label)).join("\n\n");
}

const withoutRecommended = (label: string) => label.replace(RECOMMENDED, "");

function questionsOf(input: unknown) {
  return asObjects(asObject(input)?.questions).map(({ question, header, options }) => ({
    question: asText(question) ?? "",
    /** The client shows this word or two beside the question. */
    header: asText(header) ?? "",
    options: asObjects(options).map(({ label, description }) => ({
      label: asText(label) ?? "",
      description: asText(description) ?? "",
    })).filter(({ label }) => label !== ""),
  })).filter(({ question }) => question !== "");
}
