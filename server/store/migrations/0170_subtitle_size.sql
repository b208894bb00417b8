-- How many bytes a version has as SubRip, by which the files of a folder are put in order of size; kept with its text.
alter table subtitle add column size bigint not null default 0;
update subtitle set size = coalesce((
  select sum(octet_length(cue->>'text') + length(cue->>'text') - length(replace(cue->>'text', chr(10), '')) + length(place::text) + 37)
  from jsonb_array_elements(cues) with ordinality as each (cue, place)
), 0);
