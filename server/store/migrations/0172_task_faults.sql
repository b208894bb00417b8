-- Attempts that ended in a fault. Others ended with their worker, which is no fault of the task.
alter table task add column faults integer not null default 0;
