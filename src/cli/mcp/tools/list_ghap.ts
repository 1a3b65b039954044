import * as z from "zod";
import { GHAP_DOMAINS, GHAP_STATUSES } from "../../../core/ghap/ghap_types.ts";
import { requireDomain, requireStatus } from "../../../core/ghap/validation.ts";
import { findGhap } from "../../../store/ghap_rows.ts";
import { openEntry } from "../../ghap/find_ghap.ts";
import { readGhapHome } from "../../ghap/ghap_home.ts";
import { ghapView } from "../../ghap/view.ts";
import { pastResult } from "../past_text.ts";
import { defineTool, type ToolResult } from "../tool.ts";

const DEFAULT_LIMIT = 20;

/** The entry that is open now. */
export const getActiveGhapTool = defineTool({
  name: "get_active_ghap",
  description:
    "The GHAP entry that you have open, with its history and the runs that it has met; active is null " +
    "where none is. Look before you start one.",
  input: z.object({ session_id: z.string().optional() }),
  example: {},
  annotations: { readOnlyHint: true },
  handle(_args, call) {
    return readGhapHome<ToolResult>(call, (place) => {
      const entry = openEntry(place);
      return entry === undefined ? { active: null } : pastResult({ active: ghapView(entry) });
    }, { active: null });
  },
});

/** The entries of the project. */
export const listGhapTool = defineTool({
  name: "list_ghap",
  description:
    "The GHAP entries of this project, newest first: what was tried before, what came of it and what was " +
    "learned.",
  input: z.object({
    status: z.string().meta({ enum: [...GHAP_STATUSES] }).optional(),
    domain: z.string().meta({ enum: [...GHAP_DOMAINS] }).optional(),
    limit: z.int().min(1).max(200).optional(),
  }),
  example: { status: "falsified", limit: 10 },
  annotations: { readOnlyHint: true },
  handle({ status, domain, limit }, call) {
    const filter = {
      status: status === undefined ? undefined : requireStatus(status),
      domain: domain === undefined ? undefined : requireDomain(domain),
      limit: limit ?? DEFAULT_LIMIT,
    };
    return readGhapHome<ToolResult>(call, ({ store, project }) => {
      return pastResult({ entries: findGhap(store, { ...filter, project }).map(ghapView) });
    }, { entries: [] });
  },
});
