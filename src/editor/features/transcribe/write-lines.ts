import { wordsOfCues } from '#core/speech/cue-words.ts'
import { wordsToCues } from '#core/speech/cues.ts'
import { withKnownNames } from '#core/speech/known-names.ts'
import { fillCues, replaceCues } from '#core/speech/place-cues.ts'
import type { Word } from '#core/speech/words.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { fileBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { readBytes } from '#src/subtitles/reading.ts'
import { sendFile } from '#src/subtitles/import-file.ts'
import { cueRules } from './cue-rules.ts'
import type { Editor } from '../../context/editor.ts'

/** What happens to existing lines: they are replaced, or lines are added only in gaps. */
export const linesKept = ['fill', 'replace'] as const
export type LinesKept = (typeof linesKept)[number]

/** Lines of words, made as in a task on the server. */
function cuesOf(editor: Editor, heard: readonly Word[]): { cues: Cue[]; words: readonly Word[] } {
  const { session, roles } = editor
  const names = roles.map(({ role_name }) => role_name)
  const words = withKnownNames(heard, names)
  return { cues: wordsToCues(words, cueRules(editor, 'en'), session.newId), words }
}

/** Writes recognised words to the open text in one step; returns the number of lines. */
export function writeLines(editor: Editor, heard: readonly Word[], part: TimeRange, kept: LinesKept): number {
  const { session } = editor
  const { list } = session
  const { cues, words } = cuesOf(editor, heard)
  const next = kept === 'replace' ? replaceCues(list.cues, cues, part) : fillCues(list.cues, cues)
  const mine = new Set(cues.map(({ id }) => id))
  const written = next.filter(({ id }) => mine.has(id))
  const there = new Set(next.map(({ id }) => id))
  session.edit('step_transcribe', patchTo(list, next), {
    focus: written[0]?.id,
    words: session.words.with(wordsOfCues(written, words, false), (id) => there.has(id)),
  })
  return written.length
}

/**
 * Creates a version of the video from recognised words; returns its id and number of lines. Rejects with a failed call.
 */
export async function sendLines(editor: Editor, heard: readonly Word[]): Promise<{ fileId: string; count: number }> {
  const { media, library, session } = editor
  if (!library) throw new RangeError('A version is of a film in the library')
  const { video, versions } = library.data()
  const { cues, words } = cuesOf(editor, heard)
  const name = `${media.name.replace(/\.[a-z0-9]{2,4}$/i, '')}.en.vtt`
  const times = new WordTimes(wordsOfCues(cues, words, false))
  // WebVTT holds word times in its text.
  const { text } = writeSubtitle(cues, 'vtt', { words: (cue) => times.of(cue) })
  const bytes = fileBytes(text, 'vtt')
  const { read } = await readBytes({ bytes, name, encoding: 'utf-8' })
  // An active version without lines is only a placeholder.
  const isOpenEmpty = session.list.length === 0 && versions.some((one) => one.is_use && one.file_id === library.fileId)
  const fileId = await sendFile(video, read, { name, language: 'en', activate: isOpenEmpty, unroll: false })
  return { fileId, count: cues.length }
}
