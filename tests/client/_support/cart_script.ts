import type { Answer, ModelScript, ToolCall } from "./model_script.ts";

/** What the user says, in the order of the sessions; the first prompt gives its session the title. */
export const PROMPTS = {
  fix: "Fix the rounding in src/cart.py.",
  delegate: "Now ask a helper about the tax.",
  sumUp: "Sum it up. <private>The pin is 4711.</private>",
  afterClear: "Begin something new.",
  nextDay: "What was done before?",
} as const;

/** Of the shape of a token, and nobody's. */
export const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/** The background command waits for this file, so that its end falls between two turns. */
export const GO_FILE = "go-ahead";

/** A working session: commands that succeed and fail, files, a helper, another program's tool. */
export function cartScript(project: string): ModelScript {
  const cart = `${project}/src/cart.py`;
  return {
    main: [
      {
        to: "Fix the rounding",
        answers: [
          step("Looking.", bash("toolu_echo", "echo hello")),
          step("Testing.", bash("toolu_fails", "echo broken >&2; exit 3")),
          step("Again.", bash("toolu_piped", "sh -c 'echo 1 failed, 2 passed; exit 1' | tail -1")),
          step("Reading.", { id: "toolu_read", name: "Read", input: { file_path: cart } }),
          step("Editing.", edit("toolu_edit", cart)),
          step(
            "Two at once.",
            {
              id: "toolu_write",
              name: "Write",
              input: { file_path: `${project}/src/tax.py`, content: "RATE = 20\n" },
            },
            bash("toolu_beside", "mkdir -p build"),
          ),
          step("Waiting for the suite.", {
            id: "toolu_background",
            name: "Bash",
            input: {
              command: `while [ ! -e ${GO_FILE} ]; do sleep 0.05; done; exit 4`,
              description: "Run the suite",
              run_in_background: true,
            },
          }),
          { text: "The suite is running." },
        ],
      },
      {
        to: "ask a helper",
        answers: [
          step("Delegating.", {
            id: "toolu_agent",
            name: "Agent",
            input: {
              description: "Look at the tax",
              prompt: "LOOK at src/tax.py",
              subagent_type: "general-purpose",
              run_in_background: false,
            },
          }),
          step("Recalling.", { id: "toolu_notes", name: "mcp__notes__recall", input: { topic: "money" } }),
          { text: "The tax is a whole number." },
        ],
      },
      {
        to: "Sum it up",
        answers: [
          step("Going in.", bash("toolu_cd", "cd src")),
          step("Publishing.", bash("toolu_secret", `GITHUB_TOKEN=${SECRET} true`)),
          { text: "Rounded, and the tax is a whole number." },
        ],
      },
    ],
    helpers: [{
      to: "LOOK at",
      answers: [
        step("Reading.", bash("toolu_helper", "cat src/tax.py")),
        step("Checking.", bash("toolu_helper_fails", "exit 5")),
        { text: "The rate is 20." },
      ],
    }],
  };
}

function step(text: string, ...tools: ToolCall[]): Answer {
  return { text, tools };
}

function bash(id: string, command: string): ToolCall {
  return { id, name: "Bash", input: { command, description: "Run a command" } };
}

function edit(id: string, file: string): ToolCall {
  const input = { file_path: file, old_string: "sum(xs)", new_string: "round(sum(xs), 2)" };
  return { id, name: "Edit", input };
}
