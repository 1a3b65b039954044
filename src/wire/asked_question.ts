import { asObject, asObjects, asText } from "../base/json.ts";

/** The tool by which an agent lets the user choose; what comes of it is said, not done. */
export const QUESTION_TOOL = "AskUserQuestion";

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

/**
 * The answers of a user, one a paragraph, without the client's words around it: the labels of options, each a
 * paragraph of its own, or words of the user's. Empty where the result is no answer. What may be a secret is left out:
 * nothing in it would tell.
 */
export function answersGiven(text: string, result: unknown): string {
  if (!ANSWERED.test(text)) return "";
  const row = asObject(result);
  const questions = questionsOf(row);
  const labels = new Set(
    questions.flatMap(({ options }) => options.map(({ label }) => label.replace(RECOMMENDED, ""))),
  );
  const headers = new Map(questions.map(({ question, header }) => [question, header]));
  return Object.entries(asObject(row?.answers) ?? {}).map(([question, value]) => {
    const answer = asText(value)?.replace(RECOMMENDED, "").trim() ?? "";
    const asked = `${question}\n${headers.get(question) ?? ""}`;
    const taken = labels.has(answer)
      ? [answer]
      : answer.split(", ").map((label) => label.replace(RECOMMENDED, ""));
    if (taken.every((label) => labels.has(label))) return taken.join("\n\n");
    return new RegExp(SECRET_WORDS, "i").test(asked) ? "" : answer;
  }).filter((answer) => answer !== "").join("\n\n");
}

interface Question {
  readonly question: string;
  /** A word or two that the client shows beside it. */
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
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
