-- The state of a chain that webhooks were last told of.
alter table chain add column announced text not null default 'running';
