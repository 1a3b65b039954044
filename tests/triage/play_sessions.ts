/**
 * Plays recorded sessions turn by turn through the compiled executables and prints what a person would have seen: each
 * ask at a stop and each note with a prompt, then their share of the turns. `deno task eval:sessions FOLDER…`; the
 * recordings are other people's and no part of the project. No agent answers, so that nothing is ever saved.
 */
import { conversationOf, entryOf, isPrompt } from "../../src/triage/conversation_rows.ts";
import { decodeTranscriptLine } from "../../src/wire/transcript.ts";
import { askedLines, askOf } from "../_support/stop_session.ts";
import { TestHome } from "../_support/test_home.ts";

interface Turn {
  readonly prompt: string;
  answer: string | undefined;
  /** Lines of the transcript up to the end of the turn. */
  lines: number;
}

const ATTENDED = { env: { CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_CODE_ENTRYPOINT: "cli" } };

const total = { turns: 0, asks: 0, items: 0, notes: 0 };
for (const file of transcripts(Deno.args)) await play(file);
const share = (count: number) => `${count} (${(100 * count / Math.max(1, total.turns)).toFixed(0)} %)`;
console.log(
  `\n${total.turns} turns, ${share(total.asks)} with an ask about ${total.items} things, ${
    share(total.notes)
  } with a note`,
);

function transcripts(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!Deno.statSync(path).isDirectory) return [path];
    return [...Deno.readDirSync(path)].map(({ name }) => `${path}/${name}`).filter((name) =>
      name.endsWith(".jsonl")
    );
  }).sort();
}

async function play(file: string): Promise<void> {
  const lines = Deno.readTextFileSync(file).split("\n");
  const turns = turnsOf(lines);
  if (turns.length === 0) return;
  using home = new TestHome();
  const path = `${home.home}/.claude/projects/project/session-1.jsonl`;
  home.write("home/.claude/projects/project/session-1.jsonl", "");
  await home.fire("SessionStart", { source: "startup" }, ATTENDED);
  console.log(`\n## ${file.slice(file.lastIndexOf("/") + 1)}: ${turns.length} turns`);
  for (const [index, { prompt, answer, lines: end }] of turns.entries()) {
    const fields = { prompt_id: `prompt-${index}`, prompt };
    const start = await home.fire("UserPromptSubmit", fields, ATTENDED);
    const note = askOf(start).split("\n").filter((line) =>
      line.startsWith("Last turn") || line.startsWith("- ")
    );
    if (start.stdout.includes("Last turn, ")) {
      total.notes++;
      for (const line of note) console.log(`  ${index}  note  ${line}`);
    }
    Deno.writeTextFileSync(path, lines.slice(0, end).join("\n") + "\n");
    const stop = await home.fire("Stop", {
      prompt_id: `prompt-${index}`,
      stop_hook_active: false,
      background_tasks: [],
      ...(answer === undefined ? {} : { last_assistant_message: answer }),
    }, ATTENDED);
    const asked = askedLines(askOf(stop));
    total.turns++;
    total.items += asked.length;
    if (asked.length > 0) total.asks++;
    for (const line of asked) console.log(`  ${index + 1}  ask   ${line}`);
  }
}

/** What a person typed, each with the answer that ended its turn. */
function turnsOf(lines: readonly string[]): Turn[] {
  const encoder = new TextEncoder();
  const turns: Turn[] = [];
  for (const [index, line] of lines.entries()) {
    const entries = decodeTranscriptLine(encoder.encode(line)).flatMap((row) => entryOf(row, 0) ?? []);
    const main = entries.filter((entry) => entry.kind === "said" && !entry.isSidechain);
    for (const message of conversationOf(main).messages) {
      if (isPrompt(message)) turns.push({ prompt: message.text, answer: undefined, lines: index + 1 });
      const turn = turns.at(-1);
      if (turn === undefined) continue;
      turn.lines = index + 1;
      if (message.role === "assistant" && message.text !== "") turn.answer = message.text;
    }
  }
  return turns;
}
