import { useMemo, useState } from 'react'
import { endMs, type MediaFacts } from '#core/media/facts.ts'
import { mayBeSubtitle } from '#src/subtitles/file-names.ts'
import { trackLanguage } from '../../media/embedded.ts'
import { type LinesSource, localFileOf, readFacts, type ReadLines, readLines } from './lines.ts'
import type { LocalFile, Picked } from './local-file.ts'
import type { Recent } from './recent-files.ts'
import { type Reading, useReading } from './use-reading.ts'

/** The files chosen to open. */
export interface Choice {
  readonly video: Picked | undefined
  readonly source: LinesSource
  /** Whether roll-up captions are unrolled. */
  readonly isUnrolled: boolean
  /** Undefined for the language given by the track or detected in the text. */
  readonly language: string | undefined
  /** Encoding of the subtitle file; undefined to guess. */
  readonly encoding: string | undefined
  /** Settings of a subtitle file at the last visit, until the user finds it again. */
  readonly remembered?: Remembered | undefined
}

interface Remembered {
  readonly name: string
  readonly language: string
  readonly encoding: string | undefined
}

export const noChoice: Choice = {
  video: undefined,
  source: { kind: 'empty' },
  isUnrolled: true,
  language: undefined,
  encoding: undefined,
}

/** Open files, with their facts. */
export interface Opened {
  readonly video: Picked | undefined
  readonly facts: MediaFacts | undefined
  readonly local: LocalFile
  readonly language: string
  /** Entry in the list of recent files. */
  readonly recent: Omit<Recent, 'id' | 'openedAt'>
}

const guessed = { language: undefined, encoding: undefined }

/** The choice before the user finds the files of an earlier visit, with their settings. */
export function choiceAgain(choice: Choice, { subtitle, language, isUnrolled, encoding }: Recent): Choice {
  return {
    ...choice,
    language,
    isUnrolled,
    encoding,
    remembered: subtitle && { name: subtitle.name, language, encoding },
  }
}

/** The choice with picked or dropped files: the last video and the last subtitles count. */
export function withFiles(choice: Choice, picked: readonly Picked[]): Choice {
  return picked.reduce<Choice>((before, one) => {
    if (mayBeSubtitle(one.file)) {
      // Settings for other lines do not apply.
      const { language, encoding } = before.remembered?.name === one.file.name ? before.remembered : guessed
      return { ...before, source: { kind: 'file', picked: one }, language, encoding }
    }
    // A track belongs to the previous video.
    const source: LinesSource = before.source.kind === 'track' ? { kind: 'empty' } : before.source
    return { ...before, video: one, source }
  }, choice)
}

/** State of the choice, with the results of reading its files. */
export function useChoice() {
  const [choice, setChoice] = useState<Choice>(noChoice)
  const { video, source, encoding } = choice
  const facts = useReading(video, ({ file }, signal) => readFacts(file, signal))
  const wanted = useMemo(
    () => (source.kind === 'empty' ? undefined : { source, encoding, video: video?.file }),
    [source, encoding, video],
  )
  const lines = useReading(wanted, (key, signal) => readLines(key, signal))
  const read = valueOf(lines)
  return {
    choice,
    setChoice,
    facts,
    lines,
    language: languageOfChoice(choice, read),
    isReading: facts.at === 'reading' || lines.at === 'reading',
    isReady: Boolean(video ?? wanted) && facts.at !== 'reading' && (lines.at === 'none' || lines.at === 'read'),
    opened: (): Opened => openedOf(choice, valueOf(facts), read),
  }
}

const valueOf = <T>(reading: Reading<T>): T | undefined => (reading.at === 'read' ? reading.value : undefined)

function languageOfChoice({ language, source }: Choice, lines: ReadLines | undefined): string {
  const said = source.kind === 'track' ? trackLanguage(source.track) : undefined
  return language ?? said ?? lines?.detected?.language ?? 'en'
}

/** What the editor opens, once the files are read. */
export function openedOf(choice: Choice, facts: MediaFacts | undefined, lines: ReadLines | undefined): Opened {
  const { video, source, isUnrolled, encoding } = choice
  const local = localFileOf(choice, lines)
  const language = languageOfChoice(choice, lines)
  const nameAndHandle = (picked: Picked) => ({ name: picked.file.name, handle: picked.handle })
  const recent = {
    video: video && nameAndHandle(video),
    subtitle: source.kind === 'file' ? nameAndHandle(source.picked) : undefined,
    track: source.kind === 'track' ? source.track : undefined,
    isUnrolled,
    language,
    encoding,
    durationMs: facts ? Math.round(endMs(facts)) : 0,
    lines: local.imported?.cues.length ?? 0,
  }
  return { video, facts, local, language, recent }
}
