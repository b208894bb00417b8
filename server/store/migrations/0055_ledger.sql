-- What an account had after each entry, which the audit compares with the sum of its entries; what the entry was for.
alter table credit_entry add column balance_after int;
update credit_entry set balance_after = sums.total
from (select id, sum(amount) over (partition by account_id order by id) as total from credit_entry) as sums
where sums.id = credit_entry.id;
alter table credit_entry alter column balance_after set not null;
alter table credit_entry add column task_type text not null default '';
alter table credit_entry add column note text not null default '';
update credit_entry set task_type = task.type, note = task.name
from task where credit_entry.ref_type = 'task' and credit_entry.ref_id = task.id;
create index credit_entry_lot on credit_entry (grant_id);
drop index credit_entry_owner;
create index credit_entry_owner on credit_entry (account_id, id);

-- Where lots come from; one whose money went back is spent no more.
update credit_grant set source = 'sign_up' where reason = 'sign_up';
alter table credit_grant add constraint credit_grant_source check (source in ('gift', 'sign_up', 'purchase', 'staff'));
alter table credit_grant add column revoked_at timestamptz;

-- The calendar by which the gift of the month ends.
alter table account add column time_zone text not null default 'UTC';

-- What each run of the audit found; null where everything added up.
create table credit_audit (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  accounts int not null,
  entries int not null,
  difference jsonb
);

-- Entries are added and never changed. They go with their account alone.
create function refuse_ledger_change() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' then if not exists (select from account where id = old.account_id) then return old; end if; end if; raise exception 'credit_entry is append-only'; end $$;
create trigger credit_entry_append_only before update or delete on credit_entry for each row execute function refuse_ledger_change();
create trigger credit_entry_no_truncate before truncate on credit_entry for each statement execute function refuse_ledger_change();
