import { asFields, asList, asText, type CapturedCall } from "./captured_call.ts";

/** The text that a call took out of a file, or wrote over. */
export interface ReplacedText {
  /** The whole file as it was, or the part that an edit took out. */
  readonly kind: "file" | "part";
  readonly text: string;
  /** The number of marks of redacted parts, whose text is not known. */
  readonly redacted: number;
  /** True where its middle was too long to be kept. */
  readonly isCut: boolean;
}

/** Returns the texts that a call of an edit tool replaced; none for a call that failed or made a new file. */
export function replacedBy({ input, response, error }: CapturedCall): ReplacedText[] {
  if (error !== undefined) return [];
  const fields = asFields(response);
  const whole = [fields.originalFile, fields.originalFileContents, fields.original_file].find((one) =>
    typeof one === "string"
  );
  if (typeof whole === "string") return whole === "" ? [] : [told("file", whole)];
  const edits = [input, ...asList(input.edits).map(asFields)];
  const parts = edits.flatMap((edit) => asText(edit.old_string) ?? []);
  const cell = asText(fields.old_source);
  return [...parts, ...(cell === undefined ? [] : [cell])].map((text) => told("part", text));
}

function told(kind: ReplacedText["kind"], text: string): ReplacedText {
  return {
    kind,
    text,
    redacted: text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0,
    isCut: text.includes("...[mneme cut "),
  };
}
