-- The voice that dubs a speaker, by language.
alter table role add column voices jsonb not null default '{}';
-- The project whose videos a batch was started for.
alter table batch add column project_id text references project (id) on delete set null;
create index batch_project on batch (project_id) where project_id is not null;
create index task_project on task (project_id) where project_id is not null;
