insert into sessions (session_id, project, cwd, client, source, status, started_at, last_started_at, ended_at, end_reason, prompt_count, tool_count, title, summary) values
  ('s-closed', '/home/dev/cart', '/home/dev/cart/src', 'codex', 'resume', 'closed', '2026-01-02T03:04:05.678Z', '2026-01-02T04:00:00.000Z', '2026-01-02T05:00:00.000Z', 'prompt_input_exit', 2, 3, 'Fix the cart', 'Fixed it'),
  ('s-active', '/home/dev/cart', null, 'claude', null, 'active', '2026-01-03T03:04:05.678Z', null, null, null, 0, 0, null, null);
insert into prompts (session_id, prompt_id, number, text, created_at) values
  ('s-closed', 'p-1', 1, 'Fix the cart — “total” is 東京 wrong 🛒', '2026-01-02T03:04:06.000Z'),
  ('s-closed', null, 2, 'and its tests', '2026-01-02T03:05:06.000Z');
insert into pending_queue (session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name, priority, status, files_touched, outcome, created_at, payload) values
  ('s-closed', 'toolu_1', null, null, 'p-1', 'Edit', 'high', 'raw', '["/home/dev/cart/a.ts"]', null, '2026-01-02T03:04:07.000Z', '{"tool_input":{"file_path":"/home/dev/cart/a.ts"},"tool_response":{},"project_dir":"/home/dev/cart"}'),
  ('s-closed', null, 'a1', 'Explore', 'p-1', 'Bash', 'low', 'processed', '[]', 'tests:pass', '2026-01-02T03:04:08.000Z', '{"tool_input":{"command":"ls"},"error":"Exit code 1","project_dir":"/home/dev/cart"}'),
  ('s-closed', null, null, null, null, 'unknown', 'normal', 'skipped', '[]', null, '2026-01-02T03:04:09.000Z', '{"tool_input":null,"project_dir":"/home/dev/cart"}');
insert into observations (session_id, text, files, outcome, weight, created_at) values
  ('s-closed', 'Edited a.ts', '["/home/dev/cart/a.ts"]', 'tests:pass', 2.5, '2026-01-02T05:00:01.000Z');
insert into event_log (session_id, event, subject, data, duration_ms, created_at) values
  ('s-closed', 'hook.stop', 'p-1', '{"pending_observations":2}', 12.34, '2026-01-02T03:06:00.000Z'),
  ('s-closed', 'hook.post_tool_use', null, null, null, '2026-01-02T03:04:07.000Z');
insert into memories (project, scope, category, title, body, evidence, source, confidence, status, superseded_by, session_id, files, created_at, updated_at, last_used_at, use_count) values
  ('/home/dev/cart', 'project', 'DECISION', 'Rounding', 'Totals are rounded half to even', 'because of the tax office', 'triage', 0.8, 'superseded', 2, 's-closed', '[]', '2026-01-02T05:00:00.000Z', '2026-01-02T05:00:00.000Z', '2026-01-03T05:00:00.000Z', 4),
  (null, 'user', 'PREFERENCE', null, 'Prefers pnpm', null, 'user', 1, 'active', null, null, '[]', '2026-01-02T05:00:00.000Z', '2026-01-02T05:00:00.000Z', null, 0);
insert into ghap (session_id, agent_id, project, domain, strategy, goal, hypothesis, action, prediction, status, result, surprise, root_cause, lesson, auto_captured, confidence_tier, iterations, created_at, resolved_at, updated_at, offered_at, evidence) values
  ('s-closed', null, '/home/dev/cart', 'debugging', 'bisect', 'total is right', 'floats', 'use cents', 'tests pass', 'confirmed', 'they pass', null, '{"category":"arithmetic","description":"floats"}', '{"what_worked":"cents","takeaway":"count in cents"}', 1, 'gold', '[{"note":"first"}]', '2026-01-02T03:04:06.000Z', '2026-01-02T04:04:06.000Z', '2026-01-02T03:30:00.000Z', null, '[{"kind":"tests","result":"pass","command":"npm test","at":"2026-01-02T04:00:00.000Z"}]'),
  ('s-active', 'a1', '/home/dev/cart', 'feature', 'direct', 'g', 'h', 'a', 'p', 'active', null, null, null, null, 0, null, '[]', '2026-01-03T03:04:06.000Z', null, null, '2026-01-04T03:04:06.000Z', '[]');
insert into drained_spool (name, drained_at) values ('001795164623395-1541-f1ddsqpz.jsonl', '2026-01-02T03:04:06.000Z');
insert into forgotten_memories (key, memory_id, traces, forgotten_at) values ('9f2c4a1be07d3355', 3, '{"rows":[{"table":"prompts","id":1}],"files":[]}', '2026-01-02T06:00:00.000Z');
insert into asks (session_id, category, key, evidence_uuid, prompt_count, created_at) values
  ('s-closed', 'DECISION', '9f2c4a1be07d3355', 'b1a6f0c2-0000-4000-8000-000000000001', 2, '2026-01-02T04:59:00.000Z'),
  ('s-closed', 'SESSION_SUMMARY', '1ef2beb78e689131', null, 2, '2026-01-02T04:59:00.000Z');
insert into silent_saves (memory_id, project, told_at) values
  (1, '/home/dev/cart', '2026-01-03T03:04:05.678Z'),
  (2, '/home/dev/cart', null);
insert into project_values (id, project, text, sources, use_count, last_used_at, created_at) values
  (2, '/home/dev/cart', 'Count money in cents', '[1]', 3, '2026-01-04T03:04:05.678Z', '2026-01-02T05:00:00.000Z'),
  (3, null, 'Read the error first', '[]', 0, null, '2026-01-02T05:00:00.000Z');
insert into tool_callers (tool_use_id, session_id, agent_id, created_at) values
  ('toolu_9', 's-active', 'a1', '2026-01-03T03:04:06.000Z');
insert into ghap_premortems (session_id, agent_id, shown_at) values
  ('s-active', '', '2026-01-03T03:04:06.000Z');
insert into search_partitions (id, project, kind, items) values (1, '/home/dev/cart', 'memory', 1), (2, '', 'memory', 0);
insert into search_words (word, share) values ('total', 0.01);
insert into search_items (id, partition, kind, ref, session_id, position, created_at) values
  (1, 1, 'memory', 1, 's-closed', 0, '2026-01-02T05:00:00.000Z');
insert into search_fts (rowid, title, body, attributes, related) values (1, '1_round', '1_total 1_round 1_half 1_even', '1_decision', '1_sum');
insert into embeddings (item, model, vector) values (1, 'nomic-embed-text', x'7f00ff01');
insert into injections (session_id, agent_id, context_window, item, hook, why, tokens, prompt_number, used, created_at) values
  ('s-closed', '', 0, 'm1', 'prompt', '["words"]', 24, 1, 1, '2026-01-02T05:00:00.000Z'),
  ('s-active', 'a1', 1, 'g1', 'failure', '[]', 30, null, null, '2026-01-03T05:00:00.000Z');
insert into code_files (project, path, content_hash, size, modified_at) values ('/home/dev/cart', 'src/total.ts', 'c0ffee', 420, '2026-01-02T05:00:00.000Z');
insert into code_units (project, path, kind, name, signature, doc, start_line, end_line, content_hash) values
  ('/home/dev/cart', 'src/total.ts', 'function', 'total', 'function total(prices: number[]): number', 'Adds up.', 1, 4, 'c0ffee');
update observations set capture_id = id;
insert into scratchpads (project, agent, day, path, content_hash, text, updated_at) values
  ('/home/dev/cart', 'reviewer', '2026-01-02', '/home/dev/cart/.claude/scratchpad/reviewer/2026-01-02.md', 'beef', '## What I did', '2026-01-02T05:00:00.000Z');
insert into item_files (name, item) values ('9f2c4a1be07d3355', 1);
update asks set memory_id = 1, outcome = 'saved', outcome_at = '2026-01-02T06:00:00.000Z';
insert into notes (session_id, prompt_count, key, reasons, shown_at, created_at) values
  ('s-1', 2, 'beef', '["a run failed, then passed"]', '2026-01-02T06:00:00.000Z',
    '2026-01-02T05:59:00.000Z');
update sessions set is_unattended = 1, imported_at = '2026-01-03T00:00:00.000Z';
update ghap set expects = 'pass', expects_of = 'tests' where status = 'confirmed';
update memories set recall_when = '["how do I add a dependency"]' where scope = 'user';
update project_values set recall_when = '["prices are off by a cent"]' where id = 2;
update ghap set lesson = '{"what_worked":"cents","takeaway":"count in cents","recall_when":["invoice total is wrong"]}' where lesson is not null;

insert into repairs (session_id, capture_id, command, error, tried, worked, marks, worked_at, created_at) values
  ('s-closed', 1, 'npm test', 'Error: Cannot find module ''left-pad''', '["edited src/total.ts"]',
    '{"commands":["npm ci"],"files":["package.json"],"text":"`npm ci` after changing package.json"}', '["ebeef"]',
    '2026-01-02T05:10:00.000Z', '2026-01-02T05:00:00.000Z');
insert into repair_marks (mark, repair) values ('ebeef', 1);
insert into command_runs (session_id, command, runs, passes, last_at, created_at) values
  ('s-closed', 'npm test', 3, 2, '2026-01-02T05:10:00.000Z', '2026-01-02T05:00:00.000Z');
update sessions set learnt_tools = 1, learnt_to = 1 where session_id = 's-closed';
update memories set rejected = 'too slow' where id = 2;

insert into sync_spaces (space, server, cursor, pushed, pulled, told, last_at, last_error) values
  ('me', '7e9c', '3:0192f3c4-a5b6-7000-a000-000000000000', 4, 2, 'd1', '2026-01-02T06:00:00.000Z', null);
insert into sync_records (space, record, kind, ref, history, author, is_dirty, hash, digest) values
  ('me', '0192f3c4-a5b6-8000-a000-000000000001', 'memory', '1', '{"fields":{},"lists":{},"follows":{}}', null, 1, null, 'd2');
insert into sync_operations (space, id, record) values
  ('me', '0192f3c4-a5b6-7000-a000-000000000001', '0192f3c4-a5b6-8000-a000-000000000001');
insert into sync_refused (space, id, reason, at) values
  ('me', '0192f3c4-a5b6-7000-a000-000000000002', 'it is broken', '2026-01-02T06:00:00.000Z');
update memories set author = 'anna' where id = 1;

insert into tellings (session_id, agent_id, context_window, hook, prompt_number, items, lines, tokens, text, created_at) values
  ('s-closed', '', 0, 'start', null, '["m1","m2"]', '["m2"]', 52, '<mneme-context>', '2026-01-02T05:00:00.000Z');
insert into openings (session_id, item, agent_id, hook, created_at) values
  ('s-closed', 'm2', '', 'start', '2026-01-02T05:01:00.000Z');
insert into sync_members (space, member, label) values ('team:cart', 'ab12', 'Anna');
insert into sync_changes (space, memory_id, deed, at, sealed, told_at) values
  ('team:cart', 1, 'proposed', '2026-01-05T05:00:00.000Z', null, null),
  ('me', 2, 'changed', '2026-01-05T05:00:00.000Z', x'0102', '2026-01-06T05:00:00.000Z');

insert into not_here (item, project) values ('m1', '/home/dev/cart');

insert into removed_rows (item, mark, removed_at) values ('m9', '2026-01-04T05:00:00.000Z', '2026-01-05T05:00:00.000Z');
