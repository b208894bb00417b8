-- The translation memory of an account for two languages. Its number keeps the keys of memories apart.
create table memory (
  id serial primary key,
  account_id text not null references account (id) on delete cascade,
  source_language text not null,
  target_language text not null,
  created_at timestamptz not null default now()
);
create index memory_account on memory (account_id);
-- Confirmed pairs. Folder, video and line are names of what may be gone: a pair outlives them.
create table memory_pair (
  id uuid primary key,
  seq bigserial,
  memory_id int not null references memory (id) on delete cascade,
  folder_id text,
  video_id text,
  video_name text not null,
  subtitle_id text,
  cue_id text,
  at_ms int,
  source text not null,
  target text not null,
  person text not null,
  confirmed_at timestamptz not null default now(),
  words int not null,
  neighbours int not null,
  keys int[] not null
);
create index memory_pair_list on memory_pair (memory_id, seq);
-- A short pending list: every search reads the whole of it.
create index memory_pair_keys on memory_pair using gin (keys) with (gin_pending_list_limit = 256);
