-- The sound of the proxy in a file of its own, for whoever only listens.
alter table asset drop constraint asset_kind_check;
alter table asset add constraint asset_kind_check
  check (kind in ('cover', 'proxy', 'hls', 'sound', 'peaks', 'strip', 'shot_changes'));
