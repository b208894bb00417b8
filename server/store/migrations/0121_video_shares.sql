-- Films that other accounts work on too. Who shares and who is asked in are accounts of their own.
create table video_share (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  video_id text not null references video (id) on delete cascade,
  guest_id text not null references account (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  unique (video_id, guest_id)
);
create index video_share_guest on video_share (guest_id);

-- Answers are kept for guests too: what they show changes with the owner's rows.
create function tell_guests_of_video() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', guest_id) from video_share where video_id = coalesce(new.id, old.id); end if; return null; end $$;
create function tell_guests_of_subtitle() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', guest_id) from video_share where video_id = coalesce(new.video_id, old.video_id); end if; return null; end $$;
create function tell_guest_of_share() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', coalesce(new.guest_id, old.guest_id)); end if; return null; end $$;
create trigger video_tells_guests after insert or update or delete on video for each row execute function tell_guests_of_video();
create trigger subtitle_tells_guests after insert or update or delete on subtitle for each row execute function tell_guests_of_subtitle();
create trigger video_share_tells after insert or update or delete on video_share for each row execute function tell_guest_of_share();
