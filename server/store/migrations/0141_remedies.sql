-- What to do about an engine that is not here is kept as a message's key, so that everybody reads it in their language.
-- Workers that run already go on; what they lack is said again when they start again.
alter table engine_offer drop column missing;
alter table engine_offer add column remedy jsonb;
