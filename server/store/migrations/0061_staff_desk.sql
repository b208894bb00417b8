-- Acts of staff, and of people with their own account as a whole. Lines are added and never changed; ids stay when what
-- they name is gone.
create table audit (
  id bigint generated always as identity primary key,
  -- Who did it; null for the command line and for schedules.
  actor_id text,
  act text not null,
  subject_type text not null,
  subject_id text not null,
  reason text not null default '',
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_created on audit (created_at desc);
create index audit_subject on audit (subject_type, subject_id);
create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception 'audit is append-only'; end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_audit_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_audit_change();

-- A blocked account opens no session and none of its keys works.
alter table account add column blocked_at timestamptz;
-- When an account that its owner deletes is gone for good; until then they may take it back.
alter table account add column delete_after timestamptz;
create index account_delete_after on account (delete_after) where delete_after is not null;
