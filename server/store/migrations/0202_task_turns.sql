-- Turns and waiting accounts of a class are found without reading every unfinished task.
create index task_running_type on task (type) where state = 3;
create index task_waiting_turn on task (type, turn) where state = 0;
create index task_waiting_account on task (type, account_id, updated_at) where state = 0;
create index task_own_turn on task (account_id, type, turn) where state in (0, 3);
drop index task_unfinished;
