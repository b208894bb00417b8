-- Comments of SubStation files were kept as "{comment}", which is text by now: they are written as "{\*comment}" in the
-- versions that have code of such a file elsewhere.
update subtitle set
  revision = revision + 1,
  cues = (
    select jsonb_agg(
      jsonb_set(cue, '{text}', to_jsonb(regexp_replace(cue ->> 'text', '\{([^{}\\]+)\}', '{\\*\1}', 'g')))
      order by place
    )
    from jsonb_array_elements(subtitle.cues) with ordinality as list (cue, place)
  )
where exists (
  select from jsonb_array_elements(subtitle.cues) as cue
  where cue ->> 'text' ~ '\{[^{}\\]*\\(pos|move|org|fad|fade|clip|iclip|fn|fs|bord|shad|blur|be|fr|fsc|fsp|t|k|K|p|r|q|alpha|[1-4]a|[1-4]c)[^a-z]'
) and exists (
  select from jsonb_array_elements(subtitle.cues) as cue
  where cue ->> 'text' ~ '\{[^{}\\]+\}'
);
