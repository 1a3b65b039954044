// The JSON that the server and the page exchange. Types alone: neither side loads the other.
import type { AssembledContext } from "../store/fit_items.ts";
import type { CourseStep } from "./course.ts";
import type { DayShown, SaidCount, TableSize } from "./figures.ts";
import type { PredictionCount } from "../store/ghap.ts";
import type { ItemLabel, Page } from "./listings.ts";
import type { MemoryRow } from "../store/memories.ts";
import type { SessionView } from "../store/sessions.ts";
import type { CategoryCount, Counts, DayFigures } from "../store/stats.ts";

export type { CategoryCount, CourseStep, ItemLabel, Page, SessionView };

/** What the page is about, and where it runs. */
export interface Place {
  /** Every project that anything is kept of. */
  readonly projects: readonly string[];
  /** The project of the folder that the command was started in; `null` for all. */
  readonly project: string | null;
  readonly version: string;
  readonly home: string;
  /** Set in a read-only copy: when it was made. */
  readonly copied_at?: string;
}

/** A memory as lists and the inbox show it. */
export interface ListedMemory
  extends Omit<MemoryRow, "id" | "files" | "recall_when" | "evidence" | "superseded_by"> {
  readonly id: string;
  readonly files: readonly string[];
  /** Phrases in which somebody would later ask for it. */
  readonly recall_when: readonly string[];
  readonly superseded_by: string | null;
  /** The words that it stands on. */
  readonly quote: string;
  readonly cues: readonly string[];
  readonly session: { readonly id: string; readonly title: string | null } | null;
}

export interface NowView {
  readonly memories_kept: number;
  readonly sessions_seen: number;
  readonly predictions: number;
  /** Captures that wait to be processed. */
  readonly pending: number;
  readonly waiting: number;
  readonly spooled: number;
  /** Failures of hooks in the last day. */
  readonly failures: readonly { readonly at: string; readonly hook: string; readonly message: string }[];
  readonly sessions: readonly SessionView[];
  readonly steps: readonly CourseStep[];
  readonly labels: Readonly<Record<string, ItemLabel>>;
  readonly titles: Readonly<Record<string, { readonly id: string; readonly title: string | null }>>;
  readonly memories: readonly ListedMemory[];
}

export interface InboxView extends Page<ListedMemory> {
  /** What came of what was decided before: so many a minute. */
  readonly minutes: number;
}

/** A memory with what speaks against it. */
export interface DoubtfulMemory {
  readonly memory: ListedMemory;
  readonly doubts: readonly string[];
}

/** The words around a candidate: what the user had asked, the message itself, what was done next to it. */
export interface Surroundings {
  readonly prompt: { readonly at: string; readonly text: string } | null;
  /** The message that holds the words, of which they are the middle; `null` where its transcript is gone. */
  readonly message: { readonly before: string; readonly quote: string; readonly after: string } | null;
  readonly steps: readonly CourseStep[];
}

export interface FoundView {
  readonly items: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly snippet: string;
    readonly score: number;
    readonly created_at: string;
    readonly why: readonly { readonly name: string; readonly value: number }[];
    readonly category: string | null;
    readonly project: string | null;
  }[];
  readonly note: string | null;
  readonly ms: number;
}

export interface MemoryView {
  readonly memory: ListedMemory;
  readonly edited_at: string | null;
  readonly message: string | null;
  readonly supersedes: readonly ListedMemory[];
  readonly superseded_by: ListedMemory | null;
  readonly doubts: readonly string[];
  readonly shown: readonly {
    readonly session: string;
    readonly session_title: string | null;
    readonly hook: string;
    readonly tokens: number;
    readonly used: number | null;
    readonly why: readonly { readonly name: string; readonly value: number }[];
    readonly at: string;
  }[];
}

/** Where the words of a memory stand beside it, as a forget would find them. */
export interface ReachView {
  /** Rows that it came from, by what they are: `2 prompts`. */
  readonly sources: readonly string[];
  readonly files: readonly string[];
  /** Other memories that hold its words. */
  readonly alike: readonly string[];
}

export interface PreviewView extends Pick<AssembledContext, "leftOut" | "tokenCount"> {
  readonly text: string | null;
  readonly silence: string | null;
  readonly tokenBudget: number;
  readonly floor: number;
  readonly items: readonly {
    readonly id: string;
    readonly kind: string;
    readonly score: number;
    readonly tokens: number;
    readonly why: readonly { readonly name: string; readonly value: number }[];
  }[];
  readonly labels: Readonly<Record<string, ItemLabel>>;
}

export interface CourseView extends Page<CourseStep> {
  readonly session: SessionView;
  readonly labels: Readonly<Record<string, ItemLabel>>;
}

/** A prediction as it is listed. */
export interface ListedPrediction {
  readonly id: string;
  readonly status: string;
  readonly domain: string;
  readonly goal: string;
  readonly prediction: string;
  readonly said: string | null;
  readonly result: string | null;
  readonly takeaway: string | null;
  readonly tier: string | null;
  readonly session: string | null;
  readonly created_at: string;
}

export interface PredictionsView {
  readonly totals: Omit<PredictionCount, "name">;
  readonly said: readonly SaidCount[];
  readonly domains: readonly PredictionCount[];
  readonly strategies: readonly PredictionCount[];
  readonly entries: readonly ListedPrediction[];
}

export interface NumbersView {
  readonly counts: Counts;
  /** A year back. */
  readonly since: string;
  readonly days: readonly DayFigures[];
  readonly shown: readonly DayShown[];
  readonly hooks: readonly {
    readonly name: string;
    readonly count: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
    readonly errors: number;
  }[];
  readonly tables: readonly TableSize[];
  readonly bytes: number;
  readonly categories: readonly CategoryCount[];
}

export interface PrivacyView {
  readonly redacted: readonly { readonly day: string; readonly kind: string; readonly count: number }[];
  readonly redact_secrets: boolean;
  readonly excluded: readonly string[];
  readonly paused: readonly string[];
  readonly raw_days: number;
  readonly oldest: string | null;
  readonly sends: readonly string[];
  readonly forgotten: readonly { readonly id: string; readonly at: string; readonly left: number }[];
}

/** What was done or is about to be done, and whether it can be taken back. */
export interface Deed {
  readonly id: number;
  readonly verb: "keep" | "edit" | "drop" | "forget" | "confirm";
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** When what waits is done; milliseconds. */
  readonly due: number | null;
  /** What came of it, as the command tells it. */
  readonly lines: readonly string[];
  readonly can_undo: boolean;
}

/** What the page may change of a memory; what is absent stays. */
export interface MemoryChange {
  readonly body?: string;
  readonly title?: string;
  readonly category?: string;
  readonly scope?: string;
  readonly files?: readonly string[];
  readonly recall_when?: readonly string[];
}

/** An error as every command tells it: what is wrong, and what to do. */
export interface Refusal {
  readonly error: string;
  readonly hint?: string;
}
