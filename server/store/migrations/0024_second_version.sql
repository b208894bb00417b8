-- A second version that is shown with the one that a task was started with.
alter table task_frozen add column second_cues jsonb;
alter table task_frozen add column second_language text;
