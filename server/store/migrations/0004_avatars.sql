-- Pictures that were sent and that no speaker has yet: whose they are, and since when.
create table avatar (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index avatar_created on avatar (created_at);
