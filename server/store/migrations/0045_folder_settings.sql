-- What is set for everything in a folder: guide, terms, look and languages; revision 0 where nobody set anything.
alter table folder add column settings jsonb not null default '{}';
alter table folder add column settings_revision integer not null default 0;
-- What runs in a folder is asked for with each of its pages.
create index task_folder on task (folder_id, created_at);
