/** Three steps, each with work that takes a while, so that processes meet in the middle. */
export const STEPS: readonly string[] = [
  "create table notes (id integer primary key, text text not null) strict;",
  `alter table notes add column size integer;
    insert into notes (text) with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      select 'note ' || i from n;
    update notes set size = length(text);`,
  "create index notes_by_size on notes (size);",
];
