import { useEffect, useState } from 'react'
import { MediaFailed } from '#core/media/fault.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import type { Editor } from '../../context/editor.ts'
import { useEditor } from '../../context/use-editor.ts'

/** Hertz; null where nothing is voiced, or the sound can't be read. */
type Pitch = number | null

/** The pitch of the original voice in a line; undefined while it is measured. */
export function useOriginalPitch(cue: Cue | undefined): Pitch | undefined {
  const editor = useEditor()
  const [pitch, setPitch] = useState<Pitch>()
  useEffect(() => {
    const control = new AbortController()
    const known = (found: Pitch): void => {
      if (!control.signal.aborted) setPitch(found)
    }
    pitchOf(editor, cue, control.signal).then(known, (error: unknown) => {
      known(null)
      throw error
    })
    return () => control.abort()
  }, [editor, cue])
  return pitch
}

async function pitchOf({ analysis }: Editor, cue: Cue | undefined, signal: AbortSignal): Promise<Pitch> {
  if (!cue || !analysis.decoder) return null
  try {
    const { rate, samples } = await analysis.decoder.sound({ start: cue.start, end: cue.end }, signal)
    return medianPitch({ rate, samples: Int16Array.from(samples, (value) => value * 32_767) }) ?? null
  } catch (error) {
    if (!(error instanceof MediaFailed)) throw error
    // The video has no sound, or none that can be read: the voices come in their usual order.
    return null
  }
}
