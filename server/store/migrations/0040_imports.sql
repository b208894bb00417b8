-- Where the file of a video is to be fetched from; gone with what opens it as soon as the file is there.
create table video_import (
  video_id text primary key references video (id) on delete cascade,
  host text not null,
  source jsonb not null
);
