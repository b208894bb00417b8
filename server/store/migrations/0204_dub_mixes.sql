-- What a finished dub is mixed of, for outputs in other forms.
create table dub_mix (
  task_id text primary key references task (id) on delete cascade,
  mix jsonb not null
);
