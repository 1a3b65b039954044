import { asFields, asList, asText, type CapturedCall } from "./captured_call.ts";

/** A text that a call removed from a file or overwrote. */
export interface ReplacedText {
  /** "file": the text is the whole file before the call. "part": it is what an edit replaced. */
  readonly kind: "file" | "part";
  readonly text: string;
  /** The number of redacted parts in the text. */
  readonly redacted: number;
  /** True if the middle of the text is missing, as it was too long to be stored. */
  readonly isCut: boolean;
}

/** Returns the texts that a call of an edit tool replaced; none for a call that failed or made a new file. */
export function replacedBy({ input, response, error }: CapturedCall): ReplacedText[] {
  if (error !== undefined) return [];
  const fields = asFields(response);
  const whole = [fields.originalFile, fields.originalFileContents, fields.original_file].find((one) =>
    typeof one === "string"
  );
  if (typeof whole === "string") return whole === "" ? [] : [replacedText("file", whole)];
  const edits = [input, ...asList(input.edits).map(asFields)];
  const parts = edits.flatMap((edit) => asText(edit.old_string) ?? []);
  const cell = asText(fields.old_source);
  return [...parts, ...(cell === undefined ? [] : [cell])].map((text) => replacedText("part", text));
}

function replacedText(kind: ReplacedText["kind"], text: string): ReplacedText {
  return {
    kind,
    text,
    redacted: text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0,
    isCut: text.includes("...[mneme cut "),
  };
}
