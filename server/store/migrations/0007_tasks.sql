alter table task add column batch_id text references batch (id) on delete set null;
alter table task add column project_id text references project (id) on delete set null;
alter table task add column is_internal boolean not null default false;

-- What a task works on: all that it reads, so that nothing of it is deleted meanwhile.
create table task_subject (
  task_id text not null references task (id) on delete cascade,
  kind text not null check (kind in ('video', 'subtitle', 'project')),
  id text not null,
  primary key (task_id, kind, id)
);
create index task_subject_of on task_subject (kind, id);
insert into task_subject (task_id, kind, id) select id, 'video', video_id from task;
insert into task_subject (task_id, kind, id) select id, 'subtitle', subtitle_id from task where subtitle_id is not null;
alter table task drop column video_id;
alter table task drop column subtitle_id;

-- The text that a task was started with. Apart from the task's row, which lists read.
create table task_frozen (
  task_id text primary key references task (id) on delete cascade,
  cues jsonb not null
);
insert into task_frozen (task_id, cues) select id, config -> 'cues' from task where jsonb_exists(config, 'cues');
update task set config = config - 'cues' where jsonb_exists(config, 'cues');

-- Preparing a file is a task like the others: it carries the video's state.
insert into task (
  id, account_id, folder_id, name, type, config, state, progress, fail_msg, credits, idempotency_key, is_internal,
  created_at, updated_at
)
select
  'ingest-' || id, account_id, folder_id, name, 'video_ingest', '{}', case when state = 3 then 0 else state end,
  progress, fail_msg, 0, 'ingest ' || id, true, created_at, created_at
from video;
insert into task_subject (task_id, kind, id) select 'ingest-' || id, 'video', id from video;

alter table video add column ingest_task_id text;
update video set ingest_task_id = 'ingest-' || id;
alter table video alter column ingest_task_id set not null;
alter table video alter column content_hash drop not null;
alter table video alter column duration_ms drop not null;
alter table video alter column info drop not null;
alter table video drop column state;
alter table video drop column progress;
alter table video drop column fail_msg;
-- A video and its task are written together, in any order.
alter table video add constraint video_ingest_task foreign key (ingest_task_id) references task (id)
  deferrable initially deferred;
create unique index video_ingest_task_id on video (ingest_task_id);

-- Tasks whose job has to be sent at the next start: the jobs of before named other queues.
create table task_to_send (
  task_id text primary key references task (id) on delete cascade
);
insert into task_to_send (task_id) select id from task where state in (0, 3);
