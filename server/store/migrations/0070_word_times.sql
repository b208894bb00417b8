-- When the words of a version's cues are said, as they were when they came: never changed, gone with the version.
create table word_times (
  subtitle_id text primary key references subtitle (id) on delete cascade,
  cues jsonb not null
);
