-- What somebody made of a line that another one changed too, until somebody decides; without a cue they deleted it.
create table line_reading (
  id text primary key,
  subtitle_id text not null references subtitle (id) on delete cascade,
  cue_id text not null,
  cue jsonb,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index line_reading_subtitle on line_reading (subtitle_id, created_at);
