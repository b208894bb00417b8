-- When an upload last moved: those that rest make room for new ones of the same account.
alter table upload add column touched_at timestamptz not null default now();
create index upload_open on upload (account_id) where state <> 'used';
