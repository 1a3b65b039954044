import * as z from "zod";
import { findSessions } from "../../../store/session_views.ts";
import { requirePaths } from "../../data_folder.ts";
import { readStore } from "../../read_store.ts";
import { thisProject } from "../../this_project.ts";
import { pastResult } from "../past_text.ts";
import { defineTool } from "../tool.ts";

const DEFAULT_LIMIT = 20;

/** The sessions of the project. */
export const listSessionsTool = defineTool({
  name: "list_sessions",
  description:
    "The past sessions of this project, newest first, with title, summary and counts: what was worked on, " +
    "and when.",
  input: z.object({ limit: z.int().min(1).max(200).optional() }),
  example: { limit: 5 },
  annotations: { readOnlyHint: true },
  handle({ limit }) {
    const paths = requirePaths();
    const filter = { project: thisProject(paths), words: [], limit: limit ?? DEFAULT_LIMIT };
    return pastResult({ sessions: readStore(paths, (store) => findSessions(store, filter), []) });
  },
});
