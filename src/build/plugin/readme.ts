/** What somebody reads who looks at the plugin before installing it. */
export const README = `# mneme

Memory for Claude Code between sessions. Native hooks capture what happens in a session, ask at the end of a turn what
is worth keeping, and bring back what fits the next prompt, the file that is read or the test that fails. Everything
stays in one SQLite file on this machine, \`~/.mneme/memory.db\`; nothing runs between events, and nothing leaves the
machine unless its configuration names a language model or an embeddings server.

- Hooks for ten events, the same as \`mneme install\` registers. Beside such an install each event is still handled once.
- An MCP server, \`mneme mcp\`, with tools to save, search and forget, and to hold predictions against outcomes.
- The skill \`memory-management\`: what to save and how to word it.
- \`/mneme:recall\`, \`/mneme:remember\`, \`/mneme:forget\` and \`/mneme:stats\`.
- The command \`mneme\` in the agent's shell; \`mneme doctor\` looks whether all is well.

Private parts of prompts (\`<private>…</private>\`) and secrets are removed before anything is written. To pause, run
\`mneme pause\`; to see what is kept, \`mneme memory list\`.
`;
