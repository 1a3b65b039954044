/** Any time will do; it is embedded, so it must always be the same. */
export const FIXED_TIME = new Date("2000-01-01T00:00:00Z");
