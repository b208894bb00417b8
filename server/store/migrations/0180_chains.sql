-- Chains of tasks: videos from their file to finished results. Steps have the id of their task before it starts, as their credits
-- are held under it.
create table chain (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  key_id text references api_key (id) on delete set null,
  project_id text,
  choice jsonb not null,
  skipped jsonb not null default '[]',
  idempotency_key text not null,
  retry_key text,
  is_ended boolean not null default false,
  read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint chain_key unique (account_id, idempotency_key)
);
create index chain_owner on chain (account_id, created_at desc, id);
create index chain_open on chain (updated_at) where not is_ended;

create table chain_step (
  chain_id text not null references chain (id) on delete cascade,
  video_id text not null,
  key text not null,
  position int not null,
  step text not null,
  language text not null,
  task_type text not null,
  needs jsonb not null,
  text_of text not null,
  state text not null,
  attempt int not null default 0,
  task_id text,
  subtitle_id text,
  credits int not null default 0,
  is_estimate boolean not null default false,
  fault text not null default '',
  findings jsonb,
  updated_at timestamptz not null default now(),
  primary key (chain_id, video_id, key)
);
create index chain_step_task on chain_step (task_id) where task_id is not null;
create index chain_step_video on chain_step (video_id);

alter table task add column chain_id text;
create index task_chain on task (chain_id) where chain_id is not null;
