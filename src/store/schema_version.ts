/** The `user_version` that this program writes. A hook does not use a database with another one. */
export const SCHEMA_VERSION = 16;
