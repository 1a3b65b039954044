/// <reference lib="dom" />
// Small parts from which the views are made: headings, fields, links, tables, ages, amounts.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { nounFor } from "../../base/amounts.ts";
import { coarseAge } from "../../base/time.ts";
import { TRIAGE_CATEGORIES } from "../../base/triage_types.ts";
import type { ScorePart } from "../../search/search_types.ts";
import type { RowOf } from "../../cli/view/reads.ts";
import { giveFocus, linkTo, useShared } from "./state.ts";

export function Head({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => giveFocus(heading.current), []);
  return (
    <header class="head">
      <h1 ref={heading} tabIndex={-1}>{title}</h1>
      {children && <p class="lead">{children}</p>}
    </header>
  );
}

/** Stands in place of an empty list, with a hint for the next step. */
export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <b>{title}</b>
      </p>
      <p>{children}</p>
    </div>
  );
}

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p class="problem" role="alert">{text}</p>;
}

/** Stands in place of an answer that has not arrived, or of one that is an error. */
export function Loading({ error }: { readonly error?: string | undefined }) {
  return error === undefined ? <p class="loading" role="status">Looking…</p> : <Problem text={error} />;
}

export function Section(
  { title, children }: { readonly title: string; readonly children: ComponentChildren },
) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Numbers with their nouns, each a link if it names a view. */
export function Figures({ label, figures }: {
  readonly label: string;
  readonly figures: readonly (readonly [value: string | number, noun: string, view?: string])[];
}) {
  return (
    <ul class="figures" aria-label={label}>
      {figures.map(([value, noun, view]) => {
        const texts = [<b key="value">{value.toLocaleString()}</b>, " ", <span key="noun">{noun}</span>];
        return <li key={noun}>{view === undefined ? texts : <a href={linkTo(view)}>{texts}</a>}</li>;
      })}
    </ul>
  );
}

export function Choice({ label, value, options, choose }: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly choose: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>{" "}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
      </select>
    </label>
  );
}

/** The field of a filter by words, with the button that submits its form. */
export function WordsField({ label, example, words, setWords }: {
  readonly label: string;
  readonly example: string;
  readonly words: string;
  readonly setWords: (words: string) => void;
}) {
  return (
    <>
      <input
        type="search"
        aria-label={label}
        placeholder={example}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <button type="submit">Find</button>
    </>
  );
}

/** Returns a handler for a form that calls `work`, and loads no other page. */
export function submits(work: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    void work();
  };
}

export function Lines({ lines }: { readonly lines: readonly string[] }) {
  return <ul class="plain-list">{lines.map((line) => <li key={line}>{line}</li>)}</ul>;
}

/** A short list of links to items. */
export function Rows<T extends { readonly id: string }>({ rows, row, none }: {
  readonly rows: readonly T[];
  readonly row: (one: T) => ComponentChildren;
  readonly none: string;
}) {
  if (rows.length === 0) return <p class="quiet">{none}</p>;
  return (
    <ul class="rows">
      {rows.map((one) => (
        <li key={one.id}>
          <a class="row" href={linkOf(one.id) ?? ""}>{row(one)}</a>
        </li>
      ))}
    </ul>
  );
}

/** One session, with the time at which it was used last. */
export function SessionLine({ session }: { readonly session: RowOf<"sessions"> }) {
  const { project } = useShared();
  const nameOf = useProjectNames();
  const { id, status, title, prompt_count } = session;
  return (
    <>
      <span class="row-head">
        <span class="id">{id}</span>
        {status === "active" && <span class="tag">open</span>}
        <span class="quiet">
          {project === "" && `${nameOf(session.project)} · `}
          <Age at={session.last_at} /> · {sizeOf(session)}
        </span>
      </span>
      <span class="row-text">{title ?? (prompt_count === 0 ? "(no prompt)" : "(no title)")}</span>
    </>
  );
}

/** Returns "3 prompts, 12 tool calls". */
export function sizeOf({ prompt_count, tool_count }: Omit<RowOf<"sessions">, "last_at">): string {
  return `${amount(prompt_count, "prompt")}, ${amount(tool_count, "tool call")}`;
}

export function ScrollTable({ label, head, children }: {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        {head.length > 0 && (
          <thead>
            <tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Returns an age as the commands say it, but in hours or minutes if it is less than a day. */
export function ageOf(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${amount(minutes, "minute")} ago`;
  return minutes < 24 * 60 ? `${amount(Math.floor(minutes / 60), "hour")} ago` : coarseAge(then, now);
}

/** The age of a moment; a hover shows the moment itself. */
export function Age({ at }: { readonly at: string }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>;
  const text = ageOf(moment, new Date(Date.now())); // a test moves `Date.now`
  return <time dateTime={at} title={moment.toLocaleString()}>{text}</time>;
}

/** Returns "1 Mar", with the year if `year` is "numeric"; in the user's locale. */
export function shortDay(moment: Date, year?: "numeric"): string {
  return moment.toLocaleDateString(undefined, { day: "numeric", month: "short", ...year && { year } });
}

/** Returns the time of day, with the day before it unless `after` is a moment of the same day. */
export function timeAfter(at: string, after: string | undefined): string {
  const isSameDay = after !== undefined && new Date(after).toDateString() === new Date(at).toDateString();
  return isSameDay ? clock(at, true) : `${clock(at, false)}, ${clock(at, true)}`;
}

/** Returns the time of day if `isTime`, by default for a moment of today, else the day; in the user's locale. */
export function clock(
  at: string,
  isTime = new Date(at).toDateString() === new Date().toDateString(),
): string {
  const moment = new Date(at);
  if (isTime) return moment.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return shortDay(moment, moment.getFullYear() === new Date().getFullYear() ? undefined : "numeric");
}

/** Returns a day such as `2026-03-01` in the user's locale. */
export function dayName(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** Returns "Tech debt" for `TECH_DEBT`. */
export function categoryName(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase().replaceAll("_", " ");
}

export const CATEGORIES = [...TRIAGE_CATEGORIES, "SESSION_SUMMARY"]
  .map((name) => [name, categoryName(name)] as const);

export function Tag({ name }: { readonly name: string | null }) {
  if (name === null) return null;
  return <span class="tag">{categoryName(name)}</span>;
}

/** Returns the link to an item that a view shows; `undefined` for others. */
export function linkOf(id: string): string | undefined {
  const view =
    { m: "memory", s: "sessions", p: "sessions", o: "sessions", t: "told", g: "predictions" }[id[0] ?? ""];
  return view === undefined ? undefined : linkTo(view, id);
}

export function ItemLink({ id, children }: { readonly id: string; readonly children?: ComponentChildren }) {
  const [link, style] = [linkOf(id), children === undefined ? "id" : undefined];
  if (link === undefined) return <span class={style}>{children ?? id}</span>;
  return <a class={style} href={link}>{children ?? id}</a>;
}

const REMOVERS: Readonly<Record<string, string>> = { v: "values", g: "ghap" };

/** The command that removes an item for which the page has no button. */
export function Removal({ id }: { readonly id: string }) {
  const command = REMOVERS[id[0] ?? ""];
  if (command === undefined) return null;
  return (
    <span class="quiet">
      To remove it: <code>mneme {command} forget {id}</code>
    </span>
  );
}

/** Returns true if a title is only the start of a text; both would say the same twice. */
export function isStart(title: string, text: string): boolean {
  return text.startsWith(title.replace(/…$/, ""));
}

export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const long = words.filter((word) => word.length > 1); // of `wordsInLowerCase`, so nothing needs an escape
  if (long.length === 0) return <>{text}</>;
  const parts = text.split(new RegExp(`(${long.join("|")})`, "giu"));
  return <>{parts.map((part, i) => i % 2 === 1 ? <mark key={i}>{part}</mark> : part)}</>;
}

/** The least part of a score that is shown. */
const LEAST_PART = 0.05;

export function Score({ score, why }: { readonly score: number; readonly why: readonly ScorePart[] }) {
  const parts = why.filter(({ value }) => Math.abs(value) >= LEAST_PART).map(({ name, value }) =>
    `${name} ${value > 0 ? "" : "−"}${Math.abs(value).toFixed(2)}`
  );
  return (
    <div class="score">
      <meter
        min={0}
        max={1}
        value={Math.max(0, Math.min(1, score))}
        aria-label={`score ${score.toFixed(2)}`}
      />
      <span class="number">{score.toFixed(2)}</span>
      {parts.length > 0 && <span class="parts">{parts.join(" · ")}</span>}
    </div>
  );
}

/** Returns the last part of a path, by which people recognise it, or more if one of `others` has the same. */
export function shortPath(path: string, others: readonly string[] = []): string {
  const partsOf = (one: string) => one.split(/[\\/]/).filter((part) => part !== "");
  const parts = partsOf(path);
  const isEnough = (count: number) => {
    const end = parts.slice(-count).join("/");
    return others.every((one) => one === path || partsOf(one).slice(-count).join("/") !== end);
  };
  let count = 1;
  while (count < parts.length && !isEnough(count)) count++;
  return parts.slice(-count).join("/") || path;
}

/** Returns a function that gives a project's short path, another one for each project of the page. */
export function useProjectNames(): (project: string) => string {
  const { place: { projects } } = useShared();
  return (project) => shortPath(project, projects);
}

/** Returns "1,000 memories", in the user's locale. */
export function amount(count: number, noun: string): string {
  return `${count.toLocaleString()} ${nounFor(count, noun)}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
