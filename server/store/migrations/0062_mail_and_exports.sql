-- Letters to be sent. The text goes once it is sent.
create table mail (
  id text primary key,
  recipient text not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts int not null default 0,
  detail text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_created on mail (created_at);

-- All that is somebody's, as a zip that a job makes.
create table data_export (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  progress real not null default 0,
  -- In which its owner is told that it is ready.
  language text not null,
  blob_key text,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index data_export_owner on data_export (account_id, created_at desc);
