// Reads calls of the tool `AskUserQuestion`: the agent's questions and the user's answers.
import { asObject, asObjects, asText, asTexts, at, type WireObject } from "../base/json.ts";
import secretWords from "./secret_words.json" with { type: "json" };

/** Returns the questions of a call's input, each with a list of its options; `""` for other inputs. */
export function questionsAsked(input: unknown): string {
  return questionsOf(input).map(({ question, options }) => {
    const lines = options.map(({ label, description }) => `- ${label}${description && `: ${description}`}`);
    return [question, ...lines].join("\n");
  }).join("\n\n");
}

/** True if a typed answer may be a secret; the privacy rules may not recognise a password that stands alone. */
export const asksForSecret = (question: string) => new RegExp(secretWords.join("|"), "i").test(question);

const NOTE = "user_note: "; // begins a note among Codex's answers
/** Stand in the answers of Claude Code and Codex for an option if the user only typed a note. */
const [NOTES_ONLY, NO_OPTION] = ["(notes only)", "None of the above"];
const LABEL = /(?:"([^"]{1,500})"|(.+?))(?:, |$)/gs; // one of several; a label with a comma stands in quotes

/** Returns for each answered question the options that the user took, and what was typed, unless it may be a secret. */
export function answersIn(result: unknown) {
  const row = asObject(result);
  const asked = questionsOf(row);
  const lines = (key: "question" | "header") => asked.map((one) => one[key]).join("\n");
  const options = asked.flatMap((one) => one.options);
  const whole = { id: "", question: lines("question"), header: lines("header"), options };
  const questions = new Map([whole, ...asked].flatMap((one) => [[one.id, one], [one.question, one]]));
  const answers = asObject(row?.answers) ?? {};
  const response = answers[whole.question] === undefined ? row?.response : ""; // answers all questions at once
  return Object.entries({ ...answers, [whole.id]: response }).flatMap(([key, value]) => {
    const { question, options, header } = questions.get(key) ?? { ...whole, options: [], question: key };
    const { notes, unanswered } = asObject(at(row?.annotations, key)) ?? {};
    if (unanswered !== undefined || /^\d*$/.test(question)) return [];
    const texts = asTexts([value, at(value, "answers")].flat());
    const note = asText(notes) ?? texts.find((text) => text.startsWith(NOTE))?.slice(NOTE.length) ?? "";
    const given = texts.filter((text) => !text.startsWith(NOTE) && !(note && text === NO_OPTION));
    const answer = withoutRecommended(given.join(", ")).trim().replace(NOTES_ONLY, "");
    const offered = new Map(options.map((option) => [withoutRecommended(option.label), option.description]));
    const parts = answer.matchAll(LABEL).map(([, quoted, bare = ""]) => withoutRecommended(quoted ?? bare));
    const labels = offered.has(answer) ? [answer] : parts.toArray();
    const isOffered = labels.every((label) => offered.has(label));
    const words = [isOffered ? "" : answer, note.trim()].filter((one) => one !== "").join(", ");
    const typed = words === "" || asksForSecret(`${question}\n${header}`) ? [] : [words];
    const taken = isOffered && labels.length > 0 ? [labels] : [];
    const meant = taken.flat().map((label) => [label, offered.get(label)].filter((one) => one).join(": "));
    const said = [...taken.map((all) => all.join("\n\n")), ...typed].join("\n");
    return said === "" ? [] : [{ question, answer: [...meant, ...typed].join("; "), said }];
  });
}

/** Returns the answers as a message; `""` for a result that is only a text, which each client words differently. */
export function answersGiven(result: unknown): string {
  if (questionsOf(result).length === 0) return "";
  return answersIn(result).map(({ said }) => said).join("\n\n");
}

const withoutRecommended = (label: string) => label.replace(/ \(recommended\)$/i, "");

function questionsOf(input: unknown) {
  return asObjects(asObject(input)?.questions).map(({ id, question, title, header, options }, i) => ({
    /** Answers have it, an index in its place, or the question's text. */
    id: asText(id) ?? `${i}`,
    question: asText(question ?? title) ?? "",
    /** The client shows this word or two beside the question. */
    header: asText(header) ?? "",
    /** Some clients have only labels, or the words of a JSON schema. */
    options: [...asTexts(options).map((label): WireObject => ({ label })), ...asObjects(options)].flatMap(
      (one) => {
        const label = asText(one.label ?? one.const);
        return label ? [{ label, description: asText(one.description ?? one.title) ?? "" }] : [];
      },
    ),
  })).filter(({ question }) => question !== "");
}
