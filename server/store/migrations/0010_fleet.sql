-- Workers that run, and the engines that each has. A row past its `valid_until` counts as gone.
create table worker (
  id text primary key,
  host text not null,
  process int not null,
  queues jsonb not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  valid_until timestamptz not null
);
create index worker_validity on worker (valid_until);

-- One row for each engine that a worker looked for; `rank` is its place in the worker's order of preference.
create table engine_offer (
  worker_id text not null references worker (id) on delete cascade,
  port text not null,
  name text not null,
  label text not null,
  rank int not null,
  is_offered boolean not null,
  serves jsonb not null,
  detail text not null,
  missing text not null,
  is_optional boolean not null,
  primary key (worker_id, port, name)
);
