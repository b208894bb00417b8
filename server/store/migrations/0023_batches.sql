-- Videos that a batch could not start a task for, with the reason; and its key, so that a request sent twice counts once.
alter table batch add column skipped jsonb not null default '[]';
alter table batch add column idempotency_key text;
alter table batch add constraint batch_key unique (account_id, idempotency_key);
create index task_batch on task (batch_id) where batch_id is not null;
