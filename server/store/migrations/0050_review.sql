-- When a folder has to be ready, who works on it, and how far each of its versions is.
alter table folder add column deadline timestamptz;
create table person (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (folder_id, name)
);
create index person_owner on person (account_id);
alter table subtitle add column stage text not null default 'draft'
  check (stage in ('draft', 'timed', 'translated', 'checked', 'delivered'));
alter table subtitle add column stage_revision int not null default 1;
alter table subtitle add column assignee_id text references person (id) on delete set null;
create index subtitle_assignee on subtitle (assignee_id) where assignee_id is not null;

-- Who did what when. Names stay as they were: people leave a folder, what they did does not.
create table stage_entry (
  id bigint generated always as identity primary key,
  subtitle_id text not null references subtitle (id) on delete cascade,
  kind text not null check (kind in ('stage', 'assignee')),
  person text not null,
  value_from text not null,
  value_to text not null,
  created_at timestamptz not null default now()
);
create index stage_entry_subtitle on stage_entry (subtitle_id, id);

-- Flagged lines that somebody looked at and left as they were.
create table line_review (
  subtitle_id text not null references subtitle (id) on delete cascade,
  cue_id text not null,
  verdict text not null,
  start_ms double precision not null,
  end_ms double precision not null,
  content text not null,
  person text not null,
  created_at timestamptz not null default now(),
  primary key (subtitle_id, cue_id)
);

-- Changes that were made in many versions at once, with what takes them back.
create table operation (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  content jsonb not null,
  person text not null,
  idempotency_key text not null,
  versions int not null,
  changed_lines int not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  unique (account_id, idempotency_key)
);
create index operation_folder on operation (folder_id, created_at);
create table operation_version (
  operation_id text not null references operation (id) on delete cascade,
  subtitle_id text not null references subtitle (id) on delete cascade,
  revision int not null,
  undo jsonb not null,
  primary key (operation_id, subtitle_id)
);
create index operation_version_subtitle on operation_version (subtitle_id);

-- The text that a task made and spoke: a later dub of its version pays for what changed since.
alter table task_frozen add column made_cues jsonb;
