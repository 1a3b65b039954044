import type { TriageCategory } from "../../../src/base/triage_types.ts";

/** One obvious cue in the ways in which people use it. */
export interface ObviousCue {
  readonly cue: string;
  readonly category: TriageCategory;
  readonly speaker: "user" | "assistant";
  readonly affirmed: string;
  readonly negated: string;
  readonly asked: string;
  readonly quoted: string;
}

/** The cues that nobody would forgive triage for missing, or for taking at face value where they are not meant. */
export const OBVIOUS_CUES: readonly ObviousCue[] = [
  {
    cue: "chose",
    category: "DECISION",
    speaker: "assistant",
    affirmed: "We chose Valkey for the cache because it stays open source and needs no code change.",
    negated: "We have not chosen a cache yet.",
    asked: "Have you chosen a cache yet?",
    quoted: 'The wiki page says: "We chose Valkey for the cache because it stays open source."',
  },
  {
    cue: "went with",
    category: "DECISION",
    speaker: "user",
    affirmed: "we went with server-sent events, websockets are more than we need",
    negated: "we didn't go with server-sent events, nothing is settled",
    asked: "why did they go with server-sent events?",
    quoted: 'their post says "we went with server-sent events because websockets are too much"',
  },
  {
    cue: "instead of",
    category: "DECISION",
    speaker: "assistant",
    affirmed: "I used a Bloom filter instead of a hash set because memory is what we are short of.",
    negated: "I have not used a Bloom filter instead of the hash set.",
    asked: "Should I use a Bloom filter instead of a hash set?",
    quoted: 'The paper says: "We used a Bloom filter instead of a hash set to save memory."',
  },
  {
    cue: "root cause",
    category: "RUNBOOK",
    speaker: "assistant",
    affirmed: "The root cause was a full inode table; after deleting the old sessions uploads work again.",
    negated: "The full inode table was not the root cause.",
    asked: "What was the root cause of the failed uploads?",
    quoted: 'The incident report says: "The root cause was a full inode table."',
  },
  {
    cue: "fixed by",
    category: "RUNBOOK",
    speaker: "assistant",
    affirmed:
      "The crash at start was caused by a missing font; fixed by installing it, and the app starts now.",
    negated: "The crash was not fixed by installing the font.",
    asked: "Was the crash fixed by installing the font?",
    quoted: 'The changelog says: "Crash at start fixed by installing the font."',
  },
  {
    cue: "not supported",
    category: "CONSTRAINT",
    speaker: "assistant",
    affirmed: "Range requests are not supported by the vendor's storage API, so downloads cannot be resumed.",
    negated: "Range requests are supported.",
    asked: "Are range requests not supported by the storage API?",
    quoted: 'The old manual says: "Range requests are not supported."',
  },
  {
    cue: "API limit",
    category: "CONSTRAINT",
    speaker: "assistant",
    affirmed: "The API limit of the geocoder is 50 requests per second for the whole account.",
    negated: "There is no API limit for the geocoder.",
    asked: "What is the API limit of the geocoder?",
    quoted: 'Their blog says: "The API limit is 50 requests per second."',
  },
  {
    cue: "will address later",
    category: "TECH_DEBT",
    speaker: "assistant",
    affirmed: "Uploads are not cleaned up after a failure yet; we will address that later.",
    negated: "Nothing was left for later.",
    asked: "Will we address the cleanup later?",
    quoted: 'A comment there says "will address the cleanup later".',
  },
  {
    cue: "workaround",
    category: "TECH_DEBT",
    speaker: "assistant",
    affirmed: "I left a workaround in place for the broken date parser until the library is fixed.",
    negated: "No workaround was needed for the date parser.",
    asked: "Is there a workaround for the date parser?",
    quoted: 'The comment above says "workaround for the broken date parser".',
  },
  {
    cue: "always use",
    category: "PREFERENCE",
    speaker: "user",
    affirmed: "always use UTC timestamps in this codebase",
    negated: "you don't always have to use UTC timestamps",
    asked: "do we always use UTC timestamps?",
    quoted: 'their guide says "always use UTC timestamps"',
  },
  {
    cue: "from now on",
    category: "PREFERENCE",
    speaker: "user",
    affirmed: "from now on, write commit messages in the imperative",
    negated: "no need to change how you write commit messages",
    asked: "should we write commit messages in the imperative from now on?",
    quoted: 'the handbook says "from now on, write commit messages in the imperative"',
  },
];
