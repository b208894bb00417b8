-- Who spoke a recorded take; empty for a voice of an engine.
alter table line_take add column person text not null default '';
