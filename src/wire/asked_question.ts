import { asObject, asObjects, asText } from "../base/json.ts";

/** The words before the answers in the result, as the client has chosen them so far. */
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered): ?"/;
const RECOMMENDED = / \(recommended\)$/i;

/**
 * The questions of an agent, each with its options as a list below it, of which the recommended one is marked; empty for
 * what is no such input.
 */
export function questionsAsked(input: unknown): string {
  return questionsOf(input).map(({ question, options }) =>
    [question, ...options.map(({ label, description }) => `- ${label}${description && `: ${description}`}`)]
      .join(
        "\n",
      )
  ).join("\n\n");
}

/** The words of a question that is answered with a secret, unless one of its options is taken. */
const SECRET_WORDS =
  "pass|token|secret|key|credential|\\bpin\\b|\\botp\\b|\\b[2m]fa\\b|connection string|webhook url|\\.env\\b" +
  "|(?:auth\\w*|access|security|verification|recovery|backup|one-time|login) code|(?:seed|recovery) phrase" +
  "|kennwort|schlüssel|zugangs|geheim|contraseña|clave|credencial|senha|chave|clés?(?![a-zé])|segret|parola|wachtwoord" +
  "|sleutel|has[łl]o|пароль|ключ|токен|секрет|密码|密碼|密钥|口令|令牌|パスワード|キー|暗証|トークン|비밀|암호|토큰";

/** A user's answer to one question: options as they were offered, or words of the user's. */
export interface GivenAnswer {
  readonly question: string;
  readonly taken: readonly Option[];
}

/**
 * The answers of a user in the result of a call, which has the questions, too; none where it is no answer. What may be a
 * secret is left out: nothing in it would tell.
 */
export function answersIn(result: unknown): GivenAnswer[] {
  const row = asObject(result);
  const questions = new Map(questionsOf(row).map((one) => [one.question, one]));
  return Object.entries(asObject(row?.answers) ?? {}).flatMap(([question, value]) => {
    const answer = withoutMark(asText(value) ?? "").trim();
    if (answer === "") return [];
    const { options = [], header = "" } = questions.get(question) ?? {};
    const offered = new Map(options.map((option) => [withoutMark(option.label), option.description]));
    const labels = offered.has(answer) ? [answer] : answer.split(", ").map(withoutMark);
    const taken = labels.map((label) => ({ label, description: offered.get(label) ?? "" }));
    if (labels.every((label) => offered.has(label))) return [{ question, taken }];
    return new RegExp(SECRET_WORDS, "i").test(`${question}\n${header}`)
      ? []
      : [{ question, taken: [{ label: answer, description: "" }] }];
  });
}

/** The same as something said: a paragraph for each label that was taken; empty where the client says of no answer. */
export function answersGiven(text: string, result: unknown): string {
  if (!ANSWERED.test(text)) return "";
  return answersIn(result).flatMap(({ taken }) => taken.map(({ label }) => label)).join("\n\n");
}

function withoutMark(label: string): string {
  return label.replace(RECOMMENDED, "");
}

interface Question {
  readonly question: string;
  /** A word or two that the client shows beside it. */
  readonly header: string;
  readonly options: readonly Option[];
}

interface Option {
  readonly label: string;
  readonly description: string;
}

function questionsOf(input: unknown): Question[] {
  return asObjects(asObject(input)?.questions).map(({ question, header, options }) => ({
    question: asText(question) ?? "",
    header: asText(header) ?? "",
    options: asObjects(options).map(({ label, description }) => ({
      label: asText(label) ?? "",
      description: asText(description) ?? "",
    })).filter(({ label }) => label !== ""),
  })).filter(({ question }) => question !== "");
}
