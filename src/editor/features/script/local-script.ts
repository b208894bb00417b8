import i18next from 'i18next'
import { wordsOfCues } from '#core/speech/cue-words.ts'
import type { CueRules } from '#core/speech/cues.ts'
import type { ScriptMatch } from '#core/speech/match-script.ts'
import type { ScriptSentence } from '#core/speech/script.ts'
import { scriptLines } from '#core/speech/script-lines.ts'
import type { NewId } from '#core/subtitle/cue/cue.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { readScript } from '#src/subtitles/reading.ts'
import { notify } from '#src/ui/toaster.ts'
import type { Aligned } from './script-task.ts'

/** Text of a script file, read in this browser; undefined after a notice of the reason. */
export async function readScriptHere(file: File): Promise<string | undefined> {
  const unreadable = { fault: 'script_unreadable', params: {} } as const
  const read = await readScript(file.name, new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    if (error instanceof FileUnreadable) return unreadable
    throw error
  })
  if (typeof read === 'string') return read
  await loadMessages('errors')
  notify.error(i18next.getFixedT(null, 'errors')(read.fault, read.params))
  return undefined
}

/** Lines of a script at its recognised words; undefined if no sentence was recognised. */
export function alignedHere(
  sentences: readonly ScriptSentence[],
  { placed, added }: ScriptMatch,
  options: { readonly rules: CueRules; readonly newId: NewId },
): Aligned | undefined {
  if (!placed.some((words) => words)) return undefined
  const { newId } = options
  const lines = scriptLines(sentences, placed, added, options)
  const words = new Map(lines.words.map((line) => [line.cue_id, line]))
  const others = added.flat()
  return {
    cues: lines.cues,
    notSpoken: lines.unspoken.map(({ text, start, end }) => ({ id: newId(), text, start, end })),
    notInScript: lines.added.map(({ text, start, end }) => ({ id: newId(), text, start, end })),
    unplaced: lines.unsure.size,
    wordsOf: (cues) => cues.flatMap((cue) => words.get(cue.id) ?? wordsOfCues([cue], others, false)),
  }
}
