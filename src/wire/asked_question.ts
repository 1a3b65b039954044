// Reads calls of the tool `AskUserQuestion`: the agent's questions and the user's answers.
import { asObject, asObjects, asText, asTexts, at } from "../base/json.ts";
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

/** Matches what Claude Code and Codex put among the answers where no option was taken, and Codex's note beside one. */
const NO_OPTION = /^(?:\(notes only\)$|None of the above$|user_note: ([^]*))/;
const LABEL = /(?:"([^"]{1,500})"|(.+?))(?:, |$)/gs; // matches one of several labels; one with a comma stands in quotes

/** Returns for each answer the options taken and, unless secret, the words typed (`said`); `answer` adds meanings. */
export function answersIn(result: unknown) {
  const row = asObject(result);
  const asked = questionsOf(row);
  const lines = (key: "question" | "about") => asked.map((one) => one[key]).join("\n");
  const options = asked.flatMap((one) => one.options);
  const whole = { id: "", question: lines("question"), about: lines("about"), options }; // all as one
  const questions = new Map([whole, ...asked].flatMap((one) => [[one.id, one], [one.question, one]]));
  const answers = asObject(row?.answers) ?? {};
  const response = answers[whole.question] === undefined ? row?.response : ""; // answers all questions at once
  return Object.entries({ ...answers, [whole.id]: response }).flatMap(([key, value]) => {
    const { question, options, about } = questions.get(key) ?? { ...whole, options: [], question: key };
    const { notes, unanswered } = asObject(at(row?.annotations, key)) ?? {};
    if (unanswered !== undefined || /^\d*$/.test(question)) return []; // an index without its question
    const texts = asTexts([value, at(value, "answers")].flat());
    const note = asText(notes) ?? texts.map((text) => NO_OPTION.exec(text)?.[1] ?? "").join("");
    const offered = new Map(options.map((option) => [withoutRecommended(option.label), option.description]));
    const given = texts.filter((text) => offered.has(text) || !NO_OPTION.test(text));
    const answer = withoutRecommended(given.join(", ")).trim();
    const parts = answer.matchAll(LABEL).map(([, quoted, bare = ""]) => withoutRecommended(quoted ?? bare));
    const labels = offered.has(answer) ? [answer] : parts.toArray();
    const taken = labels.every((label) => offered.has(label)) ? labels : [];
    const words = filled([taken.length > 0 ? "" : answer, note.trim()], ", ");
    const isPrivate = /^<private>[^<]*<\/private>$/i.test(words); // then it stays, as it makes the turn private
    const typed = asksForSecret(`${about}\n${question}`) && !isPrivate ? "" : words;
    const told = filled([...taken, typed], "; "); // before the meanings, which may be long
    const meant = filled(taken.map((label) => offered.get(label) ?? ""), "; ");
    const said = filled([taken.join("\n\n"), typed], "\n");
    return said === "" ? [] : [{ question, answer: filled([told, meant], ": "), said }];
  });
}

/** Returns the answers as a message; `""` for a result that is only a text, which each client words differently. */
export function answersGiven(result: unknown): string {
  if (questionsOf(result).length === 0) return "";
  return answersIn(result).map(({ said }) => said).join("\n\n");
}

const filled = (texts: readonly string[], by: string) => texts.filter((text) => text !== "").join(by);
const withoutRecommended = (label: string) => label.replace(/ ?[(（](?:recommended|推荐|推薦)[)）]$/i, "");

function questionsOf(input: unknown) {
  return asObjects(asObject(input)?.questions).map(({ id, question, title, header, options }, i) => ({
    /** The key of the question's answer, in some clients its index; others have the question's text as key. */
    id: asText(id) ?? `${i}`,
    question: asText(question ?? title) ?? "",
    /** The client shows the header beside the question. */
    about: asTexts([id, header]).join("\n"),
    /** Some clients have only labels, or the words of a JSON schema. */
    options: [options].flat().map((one) => ({
      label: asText(one) ?? asText(at(one, "label") ?? at(one, "const")) ?? "",
      description: asText(at(one, "description") ?? at(one, "title")) ?? "",
    })).filter(({ label }) => label !== ""),
  })).filter(({ question }) => question !== "");
}
