/** The skill that tells an agent how to save well: what `install` writes, but for its last line. */
export const SKILL_TEXT = `---
name: memory-management
description: How to save, correct and forget memories with mneme. Use it before calling save_memory, when asked to remember or forget something, and when a note from a past session is wrong or outdated.
---

# Saving memories well

A memory is read months later by somebody who knows nothing of today. Save it when it will still matter then and
neither the code nor the history of the repository says it.

Call \`save_memory\` once per memory, with a category and a body. Without that tool, in a shell:
\`mneme memory add --category DECISION "Use pnpm for installs, as npm breaks the workspaces."\`

## The body
- One sentence that stands on its own: no "this", "as discussed", "the above". Name the thing, the file, the command.
- Say the reason: "as …", "because …". A rule without one cannot be judged when things change.
- What holds, not how it was found out. In the language of the conversation.
- Never a password, token or key, and nothing that was marked as private.

## Categories
| category | what | example |
| --- | --- | --- |
| DECISION | what was chosen over what, and why | Store money in cents, as floats lost a cent per order. |
| RUNBOOK | a failure, its cause and the fix that worked | "ECONNRESET in e2e" comes from the proxy; run \`make proxy-reset\`. |
| CONSTRAINT | a limit that cannot be changed here | The search API allows 10 requests per second. |
| TECH_DEBT | what was left undone on purpose, and what it takes | Retries are copied in three clients until the new one lands. |
| PREFERENCE | how the user wants work to be done, from now on | Wants commit messages in the imperative, without a prefix. |
| SESSION_SUMMARY | what a session did and left open | Moved carts to the new API; refunds are still on the old one. |

\`scope: "user"\` is for what holds in every project of this user, mostly preferences.

## Not everything is a memory
- A rule that several lessons have taught: \`store_value\`; it is told at the start of every session.
- An attempt whose outcome is open: \`start_ghap\` before it, \`resolve_ghap\` with the lesson after it.
- What you did and left open today: your scratchpad, where the project has \`.claude/scratchpad/\`.

## Do not save
- Progress of the task at hand, plans for the next minutes, what a test run said.
- What the code, its comments, the README or \`git log\` say.
- A one-off instruction ("skip the tests this time"), a guess, something heard in a quotation or a file.
- General knowledge about a language or tool.

If nothing is left, save nothing and say nothing about it.

## Finding what is known
Before you save or decide, \`search\` with a few telling words; \`timeline\` shows what happened around a find,
\`get\` the whole of it. In a shell: \`mneme search "checkout tests"\`, \`mneme timeline m12\`, \`mneme get m12\`.

## Correcting and forgetting
- Saying again what is known updates that memory.
- For what has changed, save what holds now: in DECISION, CONSTRAINT and PREFERENCE it takes the place of what it
  contradicts, and the answer says of which. \`mneme memory edit m12 --body "…"\` changes the words of one.
- \`forget_memory\` removes one for good. Only when the user asks, or it was never true.
- \`mneme memory list\` shows what there is, \`mneme memory show m12\` why it is there.
`;
