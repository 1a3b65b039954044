import { cleanText } from "../../core/privacy/clean.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import { MEMORY_CATEGORIES, type MemoryCategory, parseCategory } from "../../core/memory_categories.ts";
import { MAX_BODY_UNITS, MAX_TITLE_UNITS } from "../../core/memory_text.ts";
import type { Settings } from "../../core/settings.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import type { MemoryDraft } from "../../store/save_memory.ts";
import type { MemoryPlace } from "../../store/memories.ts";

/** A memory as a person or an agent gives it. */
export interface MemoryInput {
  readonly category: string;
  readonly body: string;
  readonly title?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly scope?: string | undefined;
}

/** Who gives it, where. */
export interface MemoryOrigin {
  readonly project: string;
  readonly settings: Settings;
  readonly source: "user" | "agent";
  readonly sessionId: string | null;
}

/** A person knows what they want; an agent may have misunderstood. */
const CONFIDENCE = { user: 1, agent: 0.9 } as const;

/** What is to be kept, without private parts and secrets. Throws a `UsageError` that says what to give instead. */
export function draftOf(input: MemoryInput, origin: MemoryOrigin): MemoryDraft {
  const category = requireCategory(input.category);
  const clean = cleanerFor(origin.settings);
  return {
    ...placeOf(input.scope, origin),
    category,
    title: input.title === undefined ? null : cleanTitle(input.title, clean),
    body: cleanBody(input.body, clean),
    evidence: null,
    source: origin.source,
    confidence: CONFIDENCE[origin.source],
    sessionId: origin.sessionId,
    files: (input.files ?? []).map((file) => clean(file.trim())).filter((file) => file !== ""),
  };
}

/** The category of this name; a `UsageError` names those there are. */
export function requireCategory(name: string): MemoryCategory {
  const category = parseCategory(name);
  if (category !== undefined) return category;
  throw new UsageError(`Cannot take ${JSON.stringify(name.slice(0, 40))} as a category`, {
    hint: `give one of ${MEMORY_CATEGORIES.join(", ")}`,
  });
}

/** The privacy rules that these settings ask for. */
export function cleanerFor(settings: Settings): (text: string) => string {
  const options = { redactSecrets: settings.privacy.redact_secrets };
  return (text) => cleanText(text, options);
}

/** The body as it may be kept; a `UsageError` where it is empty, too long, wholly private or secret. */
export function cleanBody(text: string, clean: (text: string) => string): string {
  const given = text.trim();
  if (!/[\p{L}\p{N}]/u.test(given)) {
    throw new UsageError("Cannot keep a memory without a word", { hint: "give its text" });
  }
  if (given.length > MAX_BODY_UNITS) {
    throw new UsageError(
      `Cannot keep a memory of ${given.length} characters: ${MAX_BODY_UNITS} is the most`,
      {
        hint: "say it in a sentence or two, and name a file for the rest",
      },
    );
  }
  const body = clean(given).trim();
  if (body === "") {
    throw new UsageError("Cannot keep this memory: all of it is marked as private", {
      hint: "give a text outside of <private>",
    });
  }
  if (body === given || !isSecretAlone(body)) return body;
  throw new UsageError("Cannot keep this memory: it is nothing but a secret, which is never kept", {
    hint: "say in words where the secret is found",
  });
}

/** Whether nothing is left beside what was taken out but the name that it is given to: `API_KEY=`, `token:`. */
function isSecretAlone(body: string): boolean {
  const rest = body.replace(/\[redacted:[a-z0-9-]+\]/g, " ").replace(
    /(?:\bexport\s+)?[\w.-]+["']?\s*[:=]/g,
    " ",
  );
  return !/[^\s"'`.,;:=(){}[\]-]/.test(rest);
}

/** The title on one line as it may be kept; an empty one is none. */
export function cleanTitle(text: string, clean: (text: string) => string): string | null {
  const title = clean(text).replace(/\s+/g, " ").trim();
  if (title.length <= MAX_TITLE_UNITS) return title === "" ? null : title;
  throw new UsageError(`Cannot take a title of ${title.length} characters: ${MAX_TITLE_UNITS} is the most`, {
    hint: "shorten it",
  });
}

/** Where a memory of this scope holds; a `UserError` where it may not be kept. */
export function placeOf(
  scope: string | undefined,
  { project, settings }: Pick<MemoryOrigin, "project" | "settings">,
): MemoryPlace {
  if (scope === "user") return { scope, project: null };
  if (scope !== undefined && scope !== "project") {
    throw new UsageError(`Cannot take ${JSON.stringify(scope.slice(0, 40))} as a scope`, {
      hint: "give project or user",
    });
  }
  if (isExcludedProject(project, settings.privacy.exclude_projects)) {
    throw new UserError(`Cannot keep a memory of ${project}: privacy.exclude_projects names it`, {
      hint: "keep it for every project with scope user, or change that setting",
    });
  }
  return { scope: "project", project };
}
