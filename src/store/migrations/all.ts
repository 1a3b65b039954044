import { firstSchema } from "./0001_first_schema.ts";
import { asks } from "./0002_asks.ts";
import { ghap } from "./0003_ghap.ts";
import { search } from "./0004_search.ts";
import { injections } from "./0005_injections.ts";
import { code } from "./0006_code.ts";
import { processing } from "./0007_processing.ts";
import { judging } from "./0008_judging.ts";
import type { Migration } from "./migration.ts";

/** Every step, oldest first; the last one's version is `SCHEMA_VERSION`. */
export const MIGRATIONS: readonly Migration[] = [
  firstSchema,
  asks,
  ghap,
  search,
  injections,
  code,
  processing,
  judging,
];
