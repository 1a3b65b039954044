/**
 * What a phrase hints at, the same for every language, so that what is learnt from one helps the others. Each entry
 * is the name that a person reads.
 */
export const CUES = {
  adopted: "a choice is adopted",
  over: "one thing instead of another",
  rejected: "an alternative is ruled out",
  agreed: "agreement is stated",
  options: "options are listed",
  pending: "the choice is still open",
  reason: "a reason is given",
  cause: "a cause is named",
  fixed: "a fix is named",
  works: "it works now",
  failed: "a failure is told",
  stillOpen: "it still fails",
  guess: "it is a guess",
  found: "something was found out",
  recipe: "steps for next time",
  unsupported: "something is not possible",
  limit: "a limit is named",
  policy: "a rule from outside",
  required: "something is required",
  deferred: "work is put off",
  workaround: "a workaround stays",
  leftAsIs: "something is left as it is",
  missing: "something is missing",
  paidOff: "a debt is paid off",
  standing: "a standing rule",
  always: "always or never",
  ours: "how we do things here",
  wish: "a wish is stated",
  once: "for this one time",
  narration: "the next step is announced",
  reported: "somebody else is quoted",
  supposed: "it is only supposed",
  thanks: "thanks or small talk",
  removedLimit: "a limit is removed",
} as const;

export type CueName = keyof typeof CUES;

/**
 * Phrases by cue, separated by `|`. In a phrase, `a/b` is either word, `*` up to three words, and `stem~` any word that
 * begins so. Phrases in Japanese, Chinese and Korean are plain parts of the text.
 */
export type CueTable = Readonly<Partial<Record<CueName, string>>>;
