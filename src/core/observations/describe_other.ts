import { asFields, asList, asText, type CapturedCall, type Fields, type Step } from "./captured_call.ts";
import { oneLine, quoteCode, tellingLine } from "./wording.ts";

const ARGUMENT_UNITS = 100;
const RESULT_UNITS = 110;

/** What a call of any other tool was for; `undefined` for those that tell nothing. */
export function describeOther(call: CapturedCall): Step | undefined {
  const step = describeKnown(call);
  if (step === undefined || call.error === undefined) return step;
  const reason = oneLine(tellingLine(call.error), RESULT_UNITS);
  return { text: `${step.text}: failed${reason === "" ? "" : `: ${reason}`}`, weight: 1 };
}

function describeKnown(call: CapturedCall): Step | undefined {
  const { toolName, input } = call;
  switch (toolName) {
    case "Agent":
    case "Task":
      return describeAgent(call);
    case "WebFetch":
      return told(`Fetched ${oneLine(asText(input.url) ?? "a page", 120)}`, input.prompt, 1.5);
    case "WebSearch":
      return {
        text: `Searched the web for ${quoteCode(asText(input.query) ?? "", ARGUMENT_UNITS)}`,
        weight: 1.5,
      };
    case "ExitPlanMode":
      return told("Proposed a plan", firstLine(input.plan), 2);
    case "TaskCreate":
      return told("Planned", input.subject, 0.75);
    case "TaskUpdate": {
      const subject = asText(input.subject);
      return subject === undefined ? undefined : told("Planned anew", subject, 0.5);
    }
  }
  return { text: describeUnknown(call), weight: 1 };
}

function describeAgent({ input, response, error }: CapturedCall): Step {
  const name = oneLine(asText(input.subagent_type) ?? "a helper", 40);
  const task = asText(input.description) ?? asText(input.prompt);
  const what = task === undefined ? name : `${name} with “${oneLine(task, ARGUMENT_UNITS)}”`;
  const result = asFields(response);
  if (error !== undefined) return { text: `Charged ${what}`, weight: 1 };
  if (result.isAsync === true) return { text: `Charged ${what} in the background`, weight: 1.5 };
  const said = firstText(result.content);
  return {
    text: `Charged ${what}${said === undefined ? "" : `; it found: ${oneLine(said, RESULT_UNITS)}`}`,
    weight: 2,
  };
}

function describeUnknown({ toolName, input, files }: CapturedCall): string {
  const name = serverTool(toolName);
  const argument = files[0] ?? tellingArgument(input);
  return `Used ${oneLine(name, 60)}${
    argument === undefined ? "" : ` with ${quoteCode(argument, ARGUMENT_UNITS)}`
  }`;
}

/** `mcp__notes__recall` is the tool `recall` of the server `notes`. */
function serverTool(toolName: string): string {
  const [, server, ...tool] = toolName.startsWith("mcp__") ? toolName.split("__") : [];
  return server === undefined || tool.length === 0 ? toolName : `${tool.join("__")} of ${server}`;
}

const TELLING_NAMES = [
  ...[
    "command",
    "query",
    "pattern",
    "question",
    "url",
    "file_path",
    "path",
    "subject",
    "title",
    "description",
  ],
  ...["name", "prompt", "text", "message", "id"],
];

/** The argument by which a person would know the call again. */
function tellingArgument(input: Fields): string | undefined {
  for (const name of TELLING_NAMES) {
    const text = asText(input[name]);
    if (text !== undefined) return text;
  }
  const [first] = Object.entries(input).filter(([, value]) => typeof value !== "object");
  return first === undefined ? undefined : `${first[0]}: ${first[1]}`;
}

function told(what: string, about: unknown, weight: number): Step {
  const text = asText(about);
  return { text: text === undefined ? what : `${what}: ${oneLine(text, ARGUMENT_UNITS)}`, weight };
}

function firstLine(value: unknown): string | undefined {
  const text = asText(value)?.slice(0, 2000);
  return text?.split("\n").map((line) => line.replace(/^[#\s*-]+/, "").trim()).find((line) => line !== "");
}

function firstText(content: unknown): string | undefined {
  if (typeof content === "string") return asText(content);
  const texts = asList(content).map((part) => asText(asFields(part).text));
  return texts.find((text) => text !== undefined && !text.startsWith("<")); // the client's own notes are tags
}
