-- Macros and profiles of a person, whichever browser they made them in.
create table own_list (
  account_id text not null references account (id) on delete cascade,
  kind text not null,
  revision int not null,
  items jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, kind)
);
