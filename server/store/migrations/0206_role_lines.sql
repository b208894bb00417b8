-- How many lines of a version each speaker has, so that a list of speakers reads no texts.
alter table subtitle add column role_lines jsonb not null default '{}';
update subtitle set role_lines = counted.lines from (select id, jsonb_object_agg(role, n) as lines from (select subtitle.id, role, count(*) as n from subtitle, json_array_elements(cues) as cue, json_array_elements_text(cue -> 'folder_role_id') as role where role_state <> 0 group by subtitle.id, role) as of_role group by id) as counted where subtitle.id = counted.id;
