-- What a task says about its lines besides its result: those that somebody should look at. Null where it says nothing.
alter table task add column report jsonb;
