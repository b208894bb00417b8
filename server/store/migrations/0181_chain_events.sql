-- The state of a chain in its last announcement to webhooks.
alter table chain add column announced text not null default 'running';
