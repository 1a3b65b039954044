type Fields = Readonly<Record<string, unknown>>;

/** A row as the client writes it; `fields` replace and add to the usual ones. */
export function transcriptRow(type: string, fields: Fields): Fields {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/p",
    sessionId: "s-1",
    version: "2.1.328",
    type,
    uuid: "u-1",
    timestamp: "2026-03-01T10:00:00.000Z",
    ...fields,
  };
}

export function userRow(content: unknown, fields: Fields = {}): Fields {
  return transcriptRow("user", { message: { role: "user", content }, ...fields });
}

export function assistantRow(content: unknown, fields: Fields = {}): Fields {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5-5", content };
  return transcriptRow("assistant", { message, ...fields });
}

export function textBlock(text: string): Fields {
  return { type: "text", text };
}

export function toolUseBlock(id: string, name: string, input: Fields = {}): Fields {
  return { type: "tool_use", id, name, input };
}

export function toolResultBlock(id: string, content: unknown, fields: Fields = {}): Fields {
  return { tool_use_id: id, type: "tool_result", content, ...fields };
}

/** The rows as a file's text, one line each. */
export function asLines(rows: readonly Fields[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
