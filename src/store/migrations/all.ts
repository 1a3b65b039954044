import { firstSchema } from "./0001_first_schema.ts";
import { asks } from "./0002_asks.ts";
import { ghap } from "./0003_ghap.ts";
import type { Migration } from "./migration.ts";

/** Every step, oldest first; the last one's version is `SCHEMA_VERSION`. */
export const MIGRATIONS: readonly Migration[] = [firstSchema, asks, ghap];
