-- A cue is called a cue: `line` is a line of its text.
alter table subtitle rename column lines to cues;
alter table subtitle rename column line_sum to cue_sum;
alter table subtitle rename column line_errors to cue_errors;
update subtitle set cues = (
  select coalesce(
    jsonb_agg((item - 'line_id') || jsonb_build_object('cue_id', item -> 'line_id') order by position), '[]'::jsonb
  )
  from jsonb_array_elements(subtitle.cues) with ordinality as items (item, position)
);
-- What tasks have frozen of a version when they were started.
update task set config = (config - 'lines') || jsonb_build_object('cues', (
  select coalesce(
    jsonb_agg((item - 'line_id') || jsonb_build_object('cue_id', item -> 'line_id') order by position), '[]'::jsonb
  )
  from jsonb_array_elements(task.config -> 'lines') with ordinality as items (item, position)
))
where jsonb_typeof(config -> 'lines') = 'array';
