// Reads calls of the tool `AskUserQuestion`: the agent's questions and the user's answers.
import { asObject, asObjects, asText } from "../base/json.ts";
import secretWords from "./secret_words.json" with { type: "json" };

/** Returns the questions of a call's input, each with a list of its options; `""` for other inputs. */
export function questionsAsked(input: unknown): string {
  return questionsOf(input).map(({ question, options }) => {
    const lines = options.map(({ label, description }) => `- ${label}${description && `: ${description}`}`);
    return [question, ...lines].join("\n");
  }).join("\n\n");
}

/** True if a typed answer may be a secret; the privacy rules may not recognise a password that stands alone. */
const asksForSecret = (question: string) => new RegExp(secretWords.join("|"), "i").test(question);

/**
 * Returns for each answered question the options that the user took, or the typed text as the only one. Leaves
 * out a text that may be a secret.
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
    if (asksForSecret(`${question}\n${header}`)) return [];
    return [{ question, taken: [{ label: answer, description: "" }] }];
  });
}

/** Returns the answers as a message; `""` if the result has no questions, as clients word its text differently. */
export function answersGiven(result: unknown): string {
  if (questionsOf(result).length === 0) return "";
  return answersIn(result).flatMap(({ taken }) => taken.map(({ label }) => label)).join("\n\n");
}

const withoutRecommended = (label: string) => label.replace(/ \(recommended\)$/i, "");

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
