import { asObject, asText } from "./fields.ts";

/** The tool by which an agent lets the user choose; what comes of it is said, not done. */
export const QUESTION_TOOL = "AskUserQuestion";

/** What stands before the answers in the result, as the client has worded it so far. */
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered): ?"/;
const RECOMMENDED = / \(Recommended\)$/;

/** What an agent asks, each question with its options as a list below it; empty for what is no such input. */
export function questionsAsked(input: unknown): string {
  return questionsOf(input).map(({ question, options }) =>
    [
      question,
      ...options.map(({ label, description }) => `- ${label}${description === "" ? "" : `: ${description}`}`),
    ]
      .join("\n")
  ).join("\n\n");
}

/** What a question asks for that is answered with a secret, unless one of its options is taken. */
const ASKS_SECRET =
  /pass|token|secret|key|credential|\bpin\b|kennwort|contraseña|senha|пароль|密码|パスワード/i;

/**
 * What a user answers, one answer a paragraph, without the client's words around it: the label of an option, or words
 * of the user's own. Empty where the result is no answer. What may be a secret is left out: nothing in it would tell.
 */
export function answersGiven(text: string, result: unknown): string {
  if (!ANSWERED.test(text)) return "";
  const row = asObject(result);
  const questions = questionsOf(row);
  return Object.entries(asObject(row?.answers) ?? {}).map(([question, value]) => {
    const answer = asText(value)?.replace(RECOMMENDED, "").trim() ?? "";
    const isOption = questions.some(({ options }) => options.some(({ label }) => label === answer));
    return isOption || !ASKS_SECRET.test(question) ? answer : "";
  }).filter((answer) => answer !== "").join("\n\n");
}

interface Question {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

function questionsOf(input: unknown): Question[] {
  return objectsIn(asObject(input)?.questions).map(({ question, options }) => ({
    question: asText(question) ?? "",
    options: objectsIn(options).map(({ label, description }) => ({
      label: (asText(label) ?? "").replace(RECOMMENDED, ""),
      description: asText(description) ?? "",
    })).filter(({ label }) => label !== ""),
  })).filter(({ question }) => question !== "");
}

function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.map((item) => asObject(item) ?? {}) : [];
}
