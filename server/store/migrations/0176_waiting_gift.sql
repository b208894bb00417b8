-- The credits of the start wait for a proved address where a network got as many as a day allows.
alter table account add column gift_waits boolean not null default false;
