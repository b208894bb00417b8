-- What people say to each other about lines of a version.
create table line_comment (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  subtitle_id text not null references subtitle (id) on delete cascade,
  cue_id text not null,
  start_ms int not null,
  content text not null,
  person text not null,
  idempotency_key text not null,
  created_at timestamptz not null default now(),
  resolved_by text,
  resolved_at timestamptz,
  unique (account_id, idempotency_key)
);
create index line_comment_subtitle on line_comment (subtitle_id, created_at);
