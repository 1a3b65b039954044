import { asFields, asList, asText, type CapturedCall } from "./captured_call.ts";

/** A text that a call removed from a file or overwrote. */
export interface ReplacedText {
  /** `file`: the whole file as it was. `part`: the part that an edit replaced. */
  readonly kind: "file" | "part";
  readonly text: string;
  /** The number of places where privacy removed something, so that the text there is unknown. */
  readonly redacted: number;
  /** True if the middle was too long to be kept. */
  readonly isCut: boolean;
}

/** Returns the texts that a Write, Edit, MultiEdit or NotebookEdit replaced; none of a failed call or a new file. */
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
