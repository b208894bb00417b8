-- Links of letters: one proves an address, one lets its owner choose a new password. A token is kept as a hash alone.
create table email_link (
  token_hash text primary key,
  kind text not null check (kind in ('proof', 'password')),
  account_id text not null references account (id) on delete cascade,
  -- Null where the operator made it.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_link_account on email_link (account_id, created_at desc);
