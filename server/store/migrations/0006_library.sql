-- A subtitle file may stand in a folder without a video.
alter table subtitle alter column video_id drop not null;
create index subtitle_folder on subtitle (folder_id, created_at);
create index video_owner on video (account_id, created_at);

-- What a person is putting together before its tasks start.
create table project (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  name text not null,
  task_type text not null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index project_folder on project (folder_id, created_at);

create table project_file (
  project_id text not null references project (id) on delete cascade,
  kind text not null check (kind in ('video', 'subtitle')),
  id text not null,
  position int not null,
  primary key (project_id, kind, id)
);
create index project_file_of on project_file (kind, id);

-- Tasks that were started together.
create table batch (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  task_type text not null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index batch_folder on batch (folder_id, created_at);
