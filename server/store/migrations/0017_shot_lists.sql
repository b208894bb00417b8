-- Shot changes of a video as its owner edited them.
create table shot_list (
  video_id text primary key references video (id) on delete cascade,
  revision integer not null,
  times jsonb not null
);
