alter table artefact rename to artifact;

-- What is computed of a file's content once. `account_id` is null for what the server made, which all accounts with the
-- same content share; what a browser computed is for its own account alone.
create table asset (
  content_hash text not null,
  kind text not null check (kind in ('cover', 'proxy', 'hls', 'peaks', 'strip', 'shot_changes')),
  version text not null,
  account_id text references account (id) on delete cascade,
  blob_key text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (content_hash, kind, account_id, version)
);
create index asset_owner on asset (account_id);

-- Results of steps lie under 40 hexadecimal digits, what browsers sent under other names.
insert into asset (content_hash, kind, version, account_id, blob_key, created_at)
select content_hash, kind, '1', owner, blob_key, min(created_at)
from (
  select
    video.content_hash, made.kind, made.blob_key, video.created_at,
    case when made.blob_key ~ '^derived/[0-9a-f]{40}/' then null else video.account_id end as owner
  from video
  cross join lateral (
    values
      ('cover', cover_key), ('proxy', proxy_key), ('hls', hls_key),
      ('peaks', peaks_key), ('strip', strip_key), ('shot_changes', shots_key)
  ) as made (kind, blob_key)
  where made.blob_key is not null
) as found
group by content_hash, kind, owner, blob_key
on conflict do nothing;

alter table video drop column cover_key;
alter table video drop column proxy_key;
alter table video drop column hls_key;
alter table video drop column peaks_key;
alter table video drop column strip_key;
alter table video drop column shots_key;
create index video_hash on video (content_hash);
