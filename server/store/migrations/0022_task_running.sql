-- `turn`: order among accounts in a queue. `work`: size of the task, to compare its time with that of others of its type.
alter table task add column turn integer not null default 0;
alter table task add column work bigint not null default 0;
alter table task add column began_at timestamptz;
alter table task add column began_progress real not null default 0;
create index task_unfinished on task (type) where state in (0, 3);
create index task_measured on task (type, updated_at desc) where state = 1;
