-- Files that versions were made of, as they came (UTF-8): never changed, shared by a version, its copies and translations.
create table imported_file (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  format text not null,
  cue_prefix text not null,
  cue_count integer not null,
  content bytea not null,
  created_at timestamptz not null default now()
);
create index imported_file_owner on imported_file (account_id);
alter table subtitle add column imported_file_id text references imported_file (id) on delete set null;
alter table subtitle add column imported_format text;
-- Whether the file's own styles hold in the picture, in place of the version's.
alter table subtitle add column file_styles boolean not null default true;
create index subtitle_imported_file on subtitle (imported_file_id) where imported_file_id is not null;
alter table task_frozen add column imported_file_id text references imported_file (id) on delete set null;
alter table task_frozen add column imported_format text;
alter table task_frozen add column file_styles boolean not null default true;
alter table task_frozen add column style jsonb;
create index task_frozen_imported_file on task_frozen (imported_file_id) where imported_file_id is not null;
