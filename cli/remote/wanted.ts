import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { configFields, unknownFields, readConfigField } from '#core/tasks/config-text.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import { videoExtract } from '#core/tasks/video-extract.ts'
import { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { videoTranslate } from '#core/tasks/video-translate.ts'
import { readGlossary } from '#core/translate/glossary.ts'
import { fileNameIn } from '#core/translate/names.ts'
import { usage } from '../messages.ts'

/** Kind that extracts a video's cues. */
export const extraction = { kind: videoExtract, run: 'runExtract' } as const

/** Every public kind with the call that starts it. */
const kinds = [
  { kind: subtitleTranslate, run: 'runTranslate' },
  extraction,
  { kind: videoErase, run: 'runErase' },
  { kind: videoSynthesis, run: 'runSynthesis' },
  { kind: videoTranslate, run: 'runVideoTranslate' },
  { kind: videoDubbing, run: 'runDubbing' },
  { kind: videoDubbingOnly, run: 'runDubbingOnly' },
] as const satisfies readonly { kind: Pick<TaskKind, 'type' | 'subjects' | 'config'>; run: string }[]

/** Sources of extraction by keyword. */
const lineModes = { speech: 'audio', text: 'text', both: 'both' } as const
type LineSource = keyof typeof lineModes
const isLineSource = (name: string): name is LineSource => Object.hasOwn(lineModes, name)

type KindOfRun = (typeof kinds)[number]

export interface TaskFlags {
  readonly output: string
  readonly subtitles?: string
  readonly linesFrom: string
  readonly linesOut?: string
  readonly to?: string
  readonly language: string
  readonly glossary?: string
  readonly set: readonly string[]
  readonly remove?: boolean
}

/** One task on one file. */
export interface Wanted {
  readonly kind: KindOfRun
  readonly input: string
  /** Output file. */
  readonly output: string
  /** Input subtitle file; undefined if none. */
  readonly lines: string | undefined
  /** Source of an extraction before; undefined if not needed. */
  readonly extract: (typeof lineModes)[LineSource] | undefined
  readonly linesOut: string | undefined
  readonly language: LanguageCode
  readonly config: Readonly<Record<string, unknown>>
}

/** The tasks: each file into each language. A UsageError says what is wrong with the command. */
export function readWanted(type: string, files: readonly string[], flags: TaskFlags): Wanted[] {
  const found = kinds.find(({ kind }) => kind.type === type)
  if (!found) throw usage('task_unknown_kind', { kind: type, known: kinds.map(({ kind }) => kind.type).join(', ') })
  const { output, subtitles, linesOut } = flags
  const language = languageOf(flags.language)
  for (const path of [...files, ...(subtitles === undefined ? [] : [subtitles])]) refuseMissing(path)
  const config = configOf(flags)
  const [unknown] = unknownFields(found.kind, config)
  if (unknown !== undefined) {
    const known = configFields(found.kind).map(({ name }) => name)
    throw usage('task_unknown_field', { kind: type, field: unknown, known: known.join(', ') })
  }
  const needsVideo = (found.kind.subjects as readonly string[]).includes('video')
  const needsLines = (found.kind.subjects as readonly string[]).includes('subtitle')
  const { linesFrom } = flags
  if (!isLineSource(linesFrom))
    throw usage('task_lines_from', { value: linesFrom, known: Object.keys(lineModes).join(', ') })
  const extract = needsVideo && needsLines && subtitles === undefined ? lineModes[linesFrom] : undefined
  const languages = String(config['to_language'] ?? '').split(',')
  const isOne = files.length === 1 && languages.length === 1
  if (!isOne && needsVideo) throw usage('task_one_video', { kind: type })
  const common = { kind: found, linesOut, language, extract }
  const linesOf = (input: string): string | undefined => (needsLines ? (needsVideo ? subtitles : input) : undefined)
  return files.flatMap((input) =>
    languages.map((to) => ({
      ...common,
      input,
      lines: linesOf(input),
      output: isOne ? output : join(output, fileNameIn(basename(input), language, languageOf(to))),
      config: to === '' ? config : { ...config, to_language: to },
    })),
  )
}

/** A language code of a command; a UsageError for another one. */
export function languageOf(text: string): LanguageCode {
  if (!isLanguageCode(text)) throw usage('task_unknown_language', { language: text })
  return text
}

function refuseMissing(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw usage('not_found', { input: path })
}

function configOf({ set, glossary, to }: TaskFlags): Record<string, unknown> {
  const fields = set.map((text) => {
    const field = readConfigField(text)
    if (!field) throw usage('task_bad_field', { value: text })
    return field
  })
  const terms = glossary === undefined ? {} : { glossary: readGlossary(readFileSync(glossary, 'utf8')) }
  return { ...Object.fromEntries(fields), ...(to !== undefined && { to_language: to }), ...terms }
}
