-- Chains from before the choice always made subtitles.
update chain set choice = choice || '{"subtitles": true}' where choice -> 'subtitles' is null;
