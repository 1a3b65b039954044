import { asObject } from "../base/json.ts";
import type { Answered, SessionKey } from "../base/writes.ts";
import type { KeptFields } from "./call_record.ts";
import { questionAnswered } from "../session/answers.ts";
import { answersIn } from "../wire/asked_question.ts";

/**
 * Makes one record for each answered question of a call, with all the options that the user chose. The input
 * and the response must be clean. Both are read, as some clients put the answers into the input, others into
 * the response.
 */
export function answeredQuestions(
  { tool_input, tool_response }: KeptFields,
  moment: { readonly session: SessionKey; readonly at: string },
): Answered[] {
  return answersIn({ ...asObject(tool_input), ...asObject(tool_response) }).map(({ question, taken }) => {
    const chosen = taken.map(({ label, description }) =>
      description === "" ? label : `${label}: ${description}`
    );
    return questionAnswered(chosen.join("; "), question, moment);
  });
}
