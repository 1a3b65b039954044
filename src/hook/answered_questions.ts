import { asObject } from "../base/json.ts";
import type { Answered, SessionKey } from "../base/writes.ts";
import type { KeptFields } from "./call_record.ts";
import { questionAnswered } from "../session/describe_answer.ts";
import { answersIn } from "../wire/asked_question.ts";

/**
 * The records of what a user answered to the questions of a call, one for each; of several options all stand in it. The
 * call's input and response are clean; clients have written the answers into either.
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
