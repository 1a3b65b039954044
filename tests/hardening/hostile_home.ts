import { DatabaseSync } from "node:sqlite";
import { HOOKS } from "../../src/base/hook_names.ts";
import { TestHome } from "../_support/test_home.ts";
import { HOSTILE_TEXTS, NEEDLE, TOKEN } from "./injection_cases.ts";

const AT = new Date(Date.now() - 86_400_000).toISOString();

/** A home whose hooks leave nothing out for want of time. */
export function patientHome(): TestHome {
  const home = new TestHome();
  const names = [...HOOKS.map(({ setting }) => setting), "outcome_capture"];
  const hooks = Object.fromEntries(names.map((name) => [name, { timeout_ms: 5000 }]));
  home.write("data/config.yaml", JSON.stringify({ hooks }));
  return home;
}

/** A home in which every text that is kept is hostile, also what no privacy rule has seen. */
export async function hostileHome(): Promise<TestHome> {
  const home = patientHome();
  await home.hook("session-start", home.payload("SessionStart", { session_id: "past" }));
  const secret = `<private>${NEEDLE}</private> ${TOKEN} The flamingo ledger`;
  await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { session_id: "past", prompt_id: "p", prompt: secret }),
  );
  using database = new DatabaseSync(home.database, { timeout: 5000 });
  for (const [i, text] of HOSTILE_TEXTS.entries()) {
    database.prepare(
      `insert into memories (project, category, title, body, evidence, source, files, created_at, updated_at)
       values (?, 'CONSTRAINT', ?, ?, ?, 'agent', ?, ?, ?)`,
    ).run(
      home.project,
      text,
      `${i} ${text}`,
      text,
      JSON.stringify([`${home.project}/src/ledger.ts`, text]),
      AT,
      AT,
    );
    database.prepare("insert into project_values (project, text, created_at) values (?, ?, ?)").run(
      home.project,
      text,
      AT,
    );
    database.prepare(
      `insert into ghap (session_id, project, domain, strategy, goal, hypothesis, action, prediction, status, result,
         root_cause, lesson, created_at, resolved_at)
       values ('past', ?, 'debugging', 'ask-user', ?, ?, ?, ?, 'falsified', ?, ?, ?, ?, ?)`,
    ).run(
      home.project,
      text,
      text,
      text,
      text,
      text,
      JSON.stringify({ category: text, description: text }),
      JSON.stringify({ what_worked: text, takeaway: text }),
      AT,
      AT,
    );
    database.prepare(
      "insert into prompts (session_id, prompt_id, number, text, created_at) values ('past', ?, ?, ?, ?)",
    )
      .run(`p${i}`, i + 2, text, AT);
    database.prepare(
      `insert into sessions (session_id, project, status, started_at, title, summary) values (?, ?, 'closed', ?, ?, ?)`,
    ).run(`s${i}`, home.project, AT, text, text);
    database.prepare(
      "insert into observations (session_id, text, files, created_at) values ('past', ?, ?, ?)",
    )
      .run(text, JSON.stringify([text]), AT);
    const payload = JSON.stringify({
      tool_input: { [text]: text, command: text },
      tool_response: { stdout: text },
    });
    database.prepare(
      `insert into pending_queue (session_id, tool_use_id, tool_name, priority, created_at, payload)
       values ('past', ?, 'Bash', 'high', ?, ?)`,
    ).run(`t${i}`, AT, payload);
  }
  for (const agent of ["coordinator", "ego"]) {
    home.write(
      `project/.claude/scratchpad/${agent}/2026-03-01.md`,
      `# Notes\n${HOSTILE_TEXTS.join("\n")}\n<private>${NEEDLE}</private>\n`,
    );
  }
  home.write(
    "project/src/flamingo.ts",
    HOSTILE_TEXTS.map((text, i) =>
      `/** ${text.replaceAll("*/", "")} */\nexport function flamingoLedger${i}() {\n  return ${i};\n}\n`
    ).join("\n"),
  );
  await home.mneme(["process"]);
  await home.mneme(["index", home.project]);
  return home;
}
