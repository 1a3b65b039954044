import { cleanText } from "../../core/privacy/clean.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import { embeddedText } from "../../core/search/embedding_prefixes.ts";
import type { SearchQuery } from "../../core/search/search_types.ts";
import { embedTexts } from "../../host/embeddings/embed_texts.ts";
import { Deadline } from "../../host/llm/deadline.ts";
import type { Paths } from "../../host/paths.ts";
import { hasVectors } from "../../store/embeddings.ts";
import { evaluateProject } from "../config/compile.ts";
import { readStore } from "../read_store.ts";
import { thisProject } from "../this_project.ts";
import type { EmbeddedQuestion } from "./nearest.ts";

/** What is known of a question's meaning: its vector, nothing, or why there is none. */
export type QuestionVector =
  | { readonly kind: "vector"; readonly question: EmbeddedQuestion }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string };

/** A search waits no longer for a server. */
const DEADLINE_MS = 1500;
const MAX_UNITS = 2000;

/**
 * Asks the configured server for the question's vector, where vectors to hold it against are stored. The question is
 * cleaned of secrets like everything that leaves the machine. Never rejects because of the server.
 */
export async function questionVector(paths: Paths, { text, project }: SearchQuery): Promise<QuestionVector> {
  const place = project ?? thisProject(paths); // a question about every project is asked in one
  const { embeddings, privacy } = evaluateProject(paths, place).settings;
  const { model } = embeddings;
  if (embeddings.provider === "none" || model === null) return { kind: "none" };
  if (isExcludedProject(place, privacy.exclude_projects)) return { kind: "none" };
  if (!readStore(paths, (store) => hasVectors(store, model), false)) return { kind: "none" };
  const clean = cleanText(text, { redactSecrets: true }).trim().slice(0, MAX_UNITS).toWellFormed();
  if (clean === "") return { kind: "none" };
  using deadline = new Deadline(DEADLINE_MS);
  const answer = await embedTexts([embeddedText(model, "query", clean)], embeddings, deadline);
  if (answer.kind === "failed") return answer;
  const [vector] = answer.vectors;
  return vector === undefined ? { kind: "none" } : { kind: "vector", question: { model, vector } };
}
