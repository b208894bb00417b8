-- What pages report: which of them are looked at, sign-ins, uploads that failed in the browser. Kept for ninety days.
create table page_view (
  id bigint generated always as identity primary key,
  account_id text references account (id) on delete cascade,
  customer_type integer not null,
  path text not null,
  title text not null,
  created_at timestamptz not null default now()
);
create index page_view_created on page_view (created_at);
create index page_view_account on page_view (account_id);

create table login_log (
  id bigint generated always as identity primary key,
  account_id text not null references account (id) on delete cascade,
  way text not null,
  browser text not null,
  created_at timestamptz not null default now()
);
create index login_log_created on login_log (created_at);
create index login_log_account on login_log (account_id);

create table upload_error (
  id bigint generated always as identity primary key,
  account_id text not null references account (id) on delete cascade,
  file_name text not null,
  size bigint not null,
  step text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index upload_error_created on upload_error (created_at);
create index upload_error_account on upload_error (account_id);

-- What somebody worked on last.
create index subtitle_touched on subtitle (account_id, updated_at desc);
