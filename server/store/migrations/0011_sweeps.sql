-- What sweeps look for: steps by key, files of tasks and of contents by the step that made them.
create index step_run_key on step_run (key);
create index task_result on task (split_part(result_blob, '/', 2)) where result_blob is not null;
create index asset_artifact on asset (split_part(blob_key, '/', 2));
