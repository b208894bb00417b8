-- Where one process has the database to itself it keeps answers until what they show changes: each change says whose rows it
-- was. Elsewhere `cuelane.tells_changes` is not set, and nothing is sent. What is sent twice in a transaction arrives once.
create function tell_account_change() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then if tg_op <> 'DELETE' then perform pg_notify('cuelane_changes', new.account_id); end if; if tg_op <> 'INSERT' then perform pg_notify('cuelane_changes', old.account_id); end if; end if; return null; end $$;
create function tell_video_import_change() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', account_id) from video where id = coalesce(new.video_id, old.video_id); end if; return null; end $$;
create function tell_line_review_change() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', account_id) from subtitle where id = coalesce(new.subtitle_id, old.subtitle_id); end if; return null; end $$;
create trigger folder_tells after insert or update or delete on folder for each row execute function tell_account_change();
create trigger video_tells after insert or update or delete on video for each row execute function tell_account_change();
create trigger subtitle_tells after insert or update or delete on subtitle for each row execute function tell_account_change();
create trigger task_tells after insert or update or delete on task for each row execute function tell_account_change();
create trigger video_import_tells after insert or update or delete on video_import for each row execute function tell_video_import_change();
create trigger line_review_tells after insert or update or delete on line_review for each row execute function tell_line_review_change();

-- The history's pages, and how many tasks wait, run or were not looked at.
create index task_history on task (account_id, created_at, id) where not is_internal;
create index task_history_open on task (account_id, state) where not is_internal and state in (0, 3);
create index task_history_unread on task (account_id) where not is_internal and not read and state in (1, 2);
