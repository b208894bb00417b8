-- Why a lot was granted is for people; the key tells a repeated request from a second grant.
alter table credit_grant add column idempotency_key text;
update credit_grant
set idempotency_key = reason, reason = case when reason like 'sign-up %' then 'sign_up' else reason end;
alter table credit_grant alter column idempotency_key set not null;
alter table credit_grant drop constraint credit_grant_reason_key;
alter table credit_grant add constraint credit_grant_key unique (account_id, idempotency_key);

-- What an entry is about: a task, the grant itself, a payment.
alter table credit_entry add column ref_type text;
alter table credit_entry add column ref_id text;
update credit_entry set ref_type = 'task', ref_id = task_id where task_id is not null;
update credit_entry set ref_type = 'grant', ref_id = grant_id where task_id is null;
alter table credit_entry alter column ref_type set not null;
alter table credit_entry alter column ref_id set not null;
alter table credit_entry drop column task_id;
alter table credit_entry drop constraint credit_entry_kind_check;
alter table credit_entry add constraint credit_entry_kind
  check (kind in ('grant', 'hold', 'settle', 'release', 'refund', 'expiry', 'adjust'));
alter table credit_entry add constraint credit_entry_once unique (grant_id, kind, ref_type, ref_id);
create index credit_entry_ref on credit_entry (ref_type, ref_id);
