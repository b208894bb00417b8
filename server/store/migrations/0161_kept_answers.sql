-- What else is shown in answers that are kept says whose it is when it changes: batches, projects, speakers, people of a folder, and
-- the files that were made of a video. `cuelane.tells_changes` is set where answers are kept, and nowhere else.
create function tell_project_file_change() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', account_id) from project where id = coalesce(new.project_id, old.project_id); end if; return null; end $$;
create function tell_asset_change() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', reader) from (select account_id as reader from video where content_hash = coalesce(new.content_hash, old.content_hash) union select guest_id from video_share join video on video.id = video_share.video_id where video.content_hash = coalesce(new.content_hash, old.content_hash)) as shown; end if; return null; end $$;
create function tell_guests_of_role() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', guest_id) from video_share join video on video.id = video_share.video_id where video.folder_id = coalesce(new.folder_id, old.folder_id); end if; return null; end $$;
create trigger batch_tells after insert or update or delete on batch for each row execute function tell_account_change();
create trigger project_tells after insert or update or delete on project for each row execute function tell_account_change();
create trigger project_file_tells after insert or update or delete on project_file for each row execute function tell_project_file_change();
create trigger person_tells after insert or update or delete on person for each row execute function tell_account_change();
create trigger role_tells after insert or update or delete on role for each row execute function tell_account_change();
create trigger role_tells_guests after insert or update or delete on role for each row execute function tell_guests_of_role();
create trigger asset_tells after insert or update or delete on asset for each row execute function tell_asset_change();

-- A version that goes to another video changes what guests of both see.
create or replace function tell_guests_of_subtitle() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', guest_id) from video_share where video_id in (new.video_id, old.video_id); end if; return null; end $$;
