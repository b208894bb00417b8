-- What people sent by a form, and how far staff are with it.
create table submission (
  id text primary key,
  kind text not null check (kind in ('feedback', 'survey', 'contact', 'partner', 'demo')),
  account_id text references account (id) on delete set null,
  -- Of sender, day and content: the same thing sent twice is kept once.
  digest text not null unique,
  content jsonb not null,
  language text not null,
  status text not null default 'new',
  remarks text not null default '',
  editor_id text references account (id) on delete set null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index submission_kind on submission (kind, created_at);

create table notice (
  id text primary key,
  title_en text not null,
  title_zh_cn text not null,
  content_en text not null,
  content_zh_cn text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  editor_id text references account (id) on delete set null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (end_time > start_time)
);
create index notice_time on notice (start_time);

create table notice_read (
  account_id text not null references account (id) on delete cascade,
  notice_id text not null references notice (id) on delete cascade,
  primary key (account_id, notice_id)
);
