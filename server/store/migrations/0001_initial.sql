create table setting (
  key text primary key,
  value text not null
);

create table account (
  id text primary key,
  customer_type int not null,
  name text,
  email text,
  password_hash text,
  nickname text not null,
  ckey text not null unique,
  is_staff boolean not null default false,
  created_at timestamptz not null default now(),
  check (customer_type = -1 or (name is not null and password_hash is not null))
);
create unique index account_name on account (lower(name));
create unique index account_email on account (lower(email));

create table session (
  token_hash text primary key,
  account_id text not null references account (id) on delete cascade,
  expires_at timestamptz not null
);
create index session_expiry on session (expires_at);

create table folder (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create index folder_owner on folder (account_id, created_at);

create table upload (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  file_name text not null,
  size bigint not null,
  part_size bigint not null,
  blob_key text not null,
  storage_id text not null,
  state text not null default 'open' check (state in ('open', 'complete', 'used')),
  created_at timestamptz not null default now()
);

create table video (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  upload_id text unique references upload (id) on delete set null,
  sample_id text,
  name text not null,
  language text not null,
  blob_key text not null,
  content_hash text not null,
  size bigint not null,
  duration_ms int not null,
  info jsonb not null,
  state int not null default 0,
  progress real not null default 0,
  fail_msg text not null default '',
  cover_key text,
  proxy_key text,
  hls_key text,
  created_at timestamptz not null default now()
);
create index video_folder on video (folder_id, created_at);
create unique index video_sample on video (account_id, sample_id);

create table subtitle (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  video_id text not null references video (id) on delete cascade,
  task_id text unique,
  name text not null,
  source text not null check (source in ('upload', 'extract', 'translate')),
  language text not null,
  version int not null,
  lines jsonb not null,
  line_sum int not null,
  line_errors jsonb not null,
  role_state int not null default 0,
  is_use boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (video_id, version)
);

create table task (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null,
  video_id text not null,
  subtitle_id text,
  name text not null,
  type text not null,
  config jsonb not null,
  language text not null default '',
  previous_language text not null default '',
  state int not null default 0,
  progress real not null default 0,
  step text not null default '',
  fail_msg text not null default '',
  credits int not null,
  attempts int not null default 0,
  idempotency_key text not null,
  result_blob text,
  result_subtitle_id text,
  read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, idempotency_key)
);
create index task_owner on task (account_id, created_at desc);
create index task_open on task (state) where state in (0, 3);

create table artefact (
  key text primary key,
  step text not null,
  value jsonb not null,
  created_at timestamptz not null default now()
);

create table step_run (
  id bigint generated always as identity primary key,
  owner_id text not null,
  key text not null,
  step text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index step_run_owner on step_run (owner_id, id);

create table credit_grant (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  source text not null,
  reason text not null unique,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index credit_grant_owner on credit_grant (account_id);

create table credit_entry (
  id bigint generated always as identity primary key,
  account_id text not null references account (id) on delete cascade,
  grant_id text not null references credit_grant (id) on delete cascade,
  kind text not null check (kind in ('grant', 'hold', 'settle', 'release')),
  amount int not null,
  task_id text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (grant_id, kind, task_id)
);
create index credit_entry_owner on credit_entry (account_id);
create index credit_entry_task on credit_entry (task_id);
