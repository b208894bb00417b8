-- Which results somebody asked for as one zip; the address of the zip names the row.
create table task_zip (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  task_ids jsonb not null,
  created_at timestamptz not null default now()
);
create index task_zip_owner on task_zip (account_id, created_at);
