-- Lines that were spoken before a dub, as they were heard. A take has the id of its task.
create table line_take (
  id text primary key,
  seq bigserial,
  subtitle_id text not null references subtitle (id) on delete cascade,
  cue_id text not null,
  number int not null,
  content text not null,
  said text not null,
  voice text not null,
  speed float8 not null,
  pitch int not null,
  gap int not null,
  blob text not null,
  ms float8 not null,
  breaks_off boolean not null,
  is_starred boolean not null default false,
  created_at timestamptz not null default now(),
  unique (subtitle_id, cue_id, number)
);
create index line_take_newest on line_take (subtitle_id, seq desc);
-- A step whose sound is a take's stays.
create index line_take_step on line_take (split_part(blob, '/', 2));
-- Lines that are spoken otherwise than the rest of their version.
create table line_voice (
  subtitle_id text not null references subtitle (id) on delete cascade,
  cue_id text not null,
  voice text not null,
  speed float8 not null,
  pitch int not null,
  gap int not null,
  primary key (subtitle_id, cue_id)
);
