-- Which part of the picture holds the subtitles, in shares of it, and which versions of a video are used for later ones.
alter table video add column subtitle_region jsonb;
alter table video add column translate_subtitle_id text references subtitle (id) on delete set null;
alter table video add column erase_task_id text references task (id) on delete set null;
alter table video add column dub_task_id text references task (id) on delete set null;
create index video_translate_subtitle on video (translate_subtitle_id) where translate_subtitle_id is not null;
create index video_erase_task on video (erase_task_id) where erase_task_id is not null;
create index video_dub_task on video (dub_task_id) where dub_task_id is not null;

-- Lists of a folder's files, read from a place on.
create index video_folder_page on video (folder_id, created_at, id);
create index video_folder_name on video (folder_id, lower(name), id);
create index subtitle_folder_page on subtitle (folder_id, created_at, id) where video_id is null;
create index subtitle_folder_name on subtitle (folder_id, lower(name), id) where video_id is null;

-- Files of a folder that somebody asked for as one zip; null lists stand for all of them.
create table folder_zip (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  folder_id text not null references folder (id) on delete cascade,
  video_ids jsonb,
  subtitle_ids jsonb,
  parts text not null check (parts in ('all', 'videos', 'subtitles')),
  created_at timestamptz not null default now()
);
create index folder_zip_owner on folder_zip (account_id, created_at);
