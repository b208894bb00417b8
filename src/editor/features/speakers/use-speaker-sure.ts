import { useSyncExternalStore } from 'react'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { useEditor } from '../../context/use-editor.ts'
import { lineSpeakersOf } from './line-speakers.ts'

/** The confidence in a line's speaker, from 0 to 1; undefined if the user chose it. */
export function useSpeakerSure(cue: Cue): number | undefined {
  const editor = useEditor()
  const lineSpeakers = lineSpeakersOf(editor)
  return useSyncExternalStore(lineSpeakers.subscribe, () => lineSpeakers.sureOf(cue))
}

export const percentOf = (share: number): number => Math.round(100 * share)
