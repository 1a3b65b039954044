import { existsSync, readdirSync } from "node:fs";
import { PROJECT_ROOT } from "../_support/executables.ts";

export interface RecordedSession {
  /** `2.1.328/SESSION`. */
  readonly name: string;
  /** Texts of the payloads, by the names of their files. */
  readonly payloads: Map<string, string>;
  /** Its transcript and what lies beside that, by the path below the client's folder of projects. */
  readonly files: Map<string, string>;
}

/** The recorded payloads of every session, of the project and of further folders: the same file counts once. */
export function recordedSessions(folders: readonly string[]): RecordedSession[] {
  const sessions = new Map<string, RecordedSession>();
  for (const folder of [`${PROJECT_ROOT}/tests/client`, ...folders]) {
    for (const path of pathsBelow(`${folder}/recorded`, ".json")) {
      const [version = "", payload = ""] = path.split("/");
      const text = Deno.readTextFileSync(`${folder}/recorded/${path}`);
      const id = String(JSON.parse(text).session_id);
      const name = `${version}/${id}`;
      const session = sessions.get(name) ?? { name, payloads: new Map(), files: new Map() };
      sessions.set(name, session);
      session.payloads.set(payload, text);
      const transcripts = `${folder}/transcripts/${version}`;
      for (const file of pathsBelow(transcripts, "").filter((file) => file.includes(id))) {
        session.files.set(file.slice(file.indexOf("/") + 1), Deno.readTextFileSync(`${transcripts}/${file}`));
      }
    }
  }
  return [...sessions.values()];
}

/** Paths of the files below the folder whose names end so, sorted. */
export function pathsBelow(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1)).sort();
}

export function lastNames(path: string): string {
  return path.replace(/\/+$/, "").split("/").slice(-2).join("-");
}

/** The rows that can be read, each with the number of its line from 1. */
export function rowsOf(text: string): { row: Record<string, unknown>; line: number }[] {
  return text.split("\n").flatMap((line, index) => {
    const row = parsed(line);
    return typeof row === "object" && row !== null ? [{ row: { ...row }, line: index + 1 }] : [];
  });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
