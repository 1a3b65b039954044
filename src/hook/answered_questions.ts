import { asObject } from "../base/json.ts";
import type { Answered, SessionKey } from "../base/writes.ts";
import type { KeptFields } from "./call_record.ts";
import { questionAnswered } from "../session/describe_answer.ts";
import { answersIn } from "../wire/asked_question.ts";

/**
 * Makes a record of each question of a call and the options that the user chose. The call's input and response are
 * clean; clients write the answers into either of them.
 */
export function answeredQuestions(
  { tool_input, tool_response }: KeptFields,
  moment: { readonly session: SessionKey; readonly at: string },
): Answered[] {
  return answersIn({ ...asObject(tool_input), ...asObject(tool_response) }).map(({ question, taken }) => {
    const told = taken.map(({ label, description }) =>
      description === "" ? label : `${label}: ${description}`
    );
    return questionAnswered(told.join("; "), question, moment);
  });
}
