import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { dialogueTimes, type TimeMatch } from '#core/media/match-times.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { useCall } from '#src/api/hooks.ts'
import { matchHeard, matchLines } from '#src/subtitles/reading.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

/** What lines are matched to: the sound of the video, or the times of the reference version. */
export type MatchWay = 'sound' | 'reference'
export type MatchFault = 'searching' | 'no_match' | 'no_speech' | 'no_reference'

/** The match, or why there is none; undefined for other ways of stretching. */
export function useMatch(list: CueList, way: MatchWay | undefined): TimeMatch | MatchFault | undefined {
  const { analysis, reference } = useEditor()
  // Both may arrive while the dialog is open.
  const speech = useSyncExternalStore(analysis.onSpeech, () => analysis.speech)
  const { fileId, list: theirs } = useSnapshot(reference.cells)
  const heard = useHeard(way === 'sound')
  const spoken = useMemo(() => {
    if (way === 'sound') return heard && { heard, times: speech }
    return way === 'reference' && theirs ? { heard: [], times: dialogueTimes((theirs as CueList).cues) } : undefined
  }, [way, speech, theirs, heard])
  const [found, setFound] = useState<{ lines: CueList; spoken: Spoken; match: TimeMatch | undefined }>()
  useEffect(() => {
    if (!spoken || isSilent(spoken)) return undefined
    let gone = false
    void matchSpoken(list, spoken).then((match) => {
      if (!gone) setFound({ lines: list, spoken, match })
    })
    return () => {
      gone = true
    }
  }, [list, spoken])
  if (way === undefined) return undefined
  if (way === 'reference' && fileId === undefined) return 'no_reference'
  if (spoken && isSilent(spoken)) return way === 'sound' ? 'no_speech' : 'no_match'
  return found?.lines === list && found.spoken === spoken ? (found.match ?? 'no_match') : 'searching'
}

interface Spoken {
  /** Words that recognition found in the video. */
  readonly heard: readonly CueWords[]
  /** Times of speech, in order. */
  readonly times: readonly TimeRange[]
}

const isSilent = ({ heard, times }: Spoken): boolean => heard.length === 0 && times.length === 0

/** Matches by words if enough are in the lines; otherwise by times of speech. */
async function matchSpoken(list: CueList, { heard, times }: Spoken): Promise<TimeMatch | undefined> {
  const byWords = heard.length > 0 ? await matchHeard(list.cues, heard) : undefined
  return byWords ?? matchLines(dialogueTimes(list.cues), times)
}

const nothing: readonly CueWords[] = []

/** Words of another version that was recognised from the video; empty without one, undefined until that is known. */
function useHeard(isWanted: boolean): readonly CueWords[] | undefined {
  const recognised = useLibrary()?.others.find(({ from }) => from === 'extract')
  const input = isWanted && recognised ? { file_id: recognised.file_id } : undefined
  const { data, error } = useCall('getWordTimes', input)
  return input === undefined || error ? nothing : data?.list
}
