-- Speakers of a folder. Lines name them by id; avatars are keys of blobs.
create table role (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  name text not null,
  avatars jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index role_folder on role (folder_id, created_at);
