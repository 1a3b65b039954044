/** A part of every name that tells of a secret; the letters before a key are the last ones of its owners. */
const TELLING =
  "[Pp][Aa][Ss][Ss]|[Pp][Ww][Dd]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Tt][Oo][Kk][Ee][Nn]|[IESTHNGRDYPKCiesthngrdypkc][_-]?[Kk][Ee][Yy]" +
  "|[Aa][Uu][Tt][Hh]|[Cc][Oo][Oo][Kk][Ii][Ee]|[Cc][Rr][Ee][Dd]|[Ss][Ee][Ss][Ss][Ii]|[Ss][Ii][Gg]";

/**
 * What no assignment, option or mention can be without: a telling name, a command that takes a password, or the colon
 * of a Telegram token.
 */
export const NAMED = new RegExp(`${TELLING}|:AA|mysql|mariadb|curl|redis-cli|docker login`);

/**
 * An operator with a telling name before it and something that may be a value after it, or the colon of a Telegram
 * token. Spelt out because the flag `i` triples the time to compile it. Each run of blanks, quotes or name
 * characters belongs to the one operator beside it, which keeps this linear.
 */
export const ASSIGNMENT = new RegExp(
  String
    .raw`[:=>](?:(?=[>=]?[ \t]*[\\"'\x60]*[^\s"'\x60\\(){}[\],;]{3})(?<=(?:${TELLING})[\w.-]*[\\"'\]]*[ \t]*.)|(?=AA[\w-]{33})(?<=\b(\d{8,10}):))`,
  "g",
);

/** `--password value`, and the short options of commands that take a password. */
export const OPTION =
  /-(?<=(?:^|[\s"'])--?)(?:p ?["'\w]|a ["'\w]|u(?:ser)?[ =]?["']?[^\s:"']{1,100}:|([a-z-]*(?:pass|token|secret|key)[a-z-]*) +["']?([^\s"'`<>(){}[\],;|&\\-][^\s"'`]{3,}))/g;
