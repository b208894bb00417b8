-- An address that keeps failing is left alone for a while; so many attempts in a row failed.
alter table webhook add column failures integer not null default 0;
alter table webhook add column rests_until timestamptz;
-- Letters to a recipient are counted by the day.
create index mail_recipient on mail (recipient, created_at);
