/** The `user_version` that this program writes. A hook that finds another one leaves the database alone. */
export const SCHEMA_VERSION = 16;
