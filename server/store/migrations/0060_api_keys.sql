-- Keys of programs. `key` is what people see of one; of its secret only a hash is kept.
create table api_key (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  name text not null,
  key text not null unique,
  secret_hash text not null,
  scopes jsonb not null,
  per_minute int not null check (per_minute > 0),
  -- Credits that tasks may cost in a month; null for no end.
  month_credits int check (month_credits >= 0),
  created_at timestamptz not null default now()
);
create index api_key_owner on api_key (account_id);

-- When a key was last used, and how often in that minute: all processes count together.
create table api_key_use (
  key_id text primary key references api_key (id) on delete cascade,
  minute timestamptz not null,
  calls int not null,
  used_at timestamptz not null
);

-- Which key started a task. It outlives the task, or deleting tasks would make room under a cap.
create table api_key_task (
  key_id text not null references api_key (id) on delete cascade,
  task_id text not null,
  created_at timestamptz not null default now(),
  primary key (key_id, task_id)
);
create index api_key_task_time on api_key_task (key_id, created_at);

-- Addresses of customers that are told what becomes of tasks. The secret signs what is sent.
create table webhook (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  url text not null,
  secret text not null,
  events jsonb not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index webhook_owner on webhook (account_id);

create table webhook_delivery (
  id text primary key,
  webhook_id text not null references webhook (id) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Which try of sending counts: a job of an earlier one does nothing.
  round int not null default 1,
  status int,
  detail text not null default '',
  next_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index webhook_delivery_owner on webhook_delivery (account_id, created_at desc);
create index webhook_delivery_hook on webhook_delivery (webhook_id, created_at desc);
create index webhook_delivery_created on webhook_delivery (created_at);
