-- How a version looks in the picture; null where nobody set it.
alter table subtitle add column style jsonb;
