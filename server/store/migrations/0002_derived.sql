-- What editors need of a film beside the film itself: waveform, filmstrip, shot changes.
alter table video add column peaks_key text;
alter table video add column strip_key text;
alter table video add column shots_key text;
create index video_content on video (account_id, content_hash);
