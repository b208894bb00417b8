import { readFileSync, statSync } from 'node:fs'
import type { InputOf } from '#client/calls.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { readConfigField, unknownFields } from '#core/tasks/config-text.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import { videoExtract } from '#core/tasks/video-extract.ts'
import { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { readGlossary } from '#core/translate/glossary.ts'
import { usage } from '../messages.ts'
import { languageOf } from './wanted.ts'

export interface LocaliseFlags {
  readonly output?: string
  readonly to?: string
  readonly language: string
  readonly dub?: boolean
  readonly burn?: boolean
  readonly soft?: boolean
  readonly erase?: boolean
  readonly pictureOnly?: boolean
  readonly linesFrom: string
  readonly subtitles?: string
  readonly glossary?: string
  readonly set: readonly string[]
  readonly dryRun?: boolean
  readonly remove?: boolean
}

/** The kind that has the fields of each step. */
const kinds = {
  erase: videoErase,
  extract: videoExtract,
  translate: subtitleTranslate,
  dub: videoDubbingOnly,
  subtitles: videoSynthesis,
} as const
type StepName = keyof typeof kinds
const isStepName = (name: string): name is StepName => Object.hasOwn(kinds, name)

const lineModes: Readonly<Record<string, string>> = { speech: 'audio', text: 'text', both: 'both' }

/** What is wanted for every video. */
export type Goals = Omit<InputOf<'quoteChain'>, 'video_ids'> & { source_language: LanguageCode }

/** The goals of a command. A UsageError says what is wrong with it. */
export function readGoals(files: readonly string[], flags: LocaliseFlags): Goals {
  const {
    to = '',
    language,
    subtitles,
    burn = false,
    soft = false,
    dub = false,
    linesFrom,
    pictureOnly = false,
  } = flags
  for (const path of [...files, ...(subtitles === undefined ? [] : [subtitles])])
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw usage('not_found', { input: path })
  if (subtitles !== undefined && files.length > 1) throw usage('localise_one_video')
  if (burn && soft) throw usage('localise_burn_or_soft')
  if (pictureOnly && (to !== '' || subtitles !== undefined || dub || burn || soft)) throw usage('localise_picture_only')
  const mode = lineModes[linesFrom]
  if (mode === undefined) throw usage('task_lines_from', { value: linesFrom, known: Object.keys(lineModes).join(', ') })
  const settings = settingsOf(flags)
  const terms = flags.glossary === undefined ? {} : { glossary: readGlossary(readFileSync(flags.glossary, 'utf8')) }
  return {
    source_language: languageOf(language),
    to_languages: to
      .split(',')
      .filter((code) => code !== '')
      .map((code) => languageOf(code.trim())),
    ...{ subtitles: !pictureOnly, erase: pictureOnly || (flags.erase ?? false), dub },
    synthesis_type: burn ? 'burn' : soft ? 'soft' : 'none',
    settings: {
      ...settings,
      extract: { subtitle_extract_mode: mode, ...settings.extract },
      translate: { ...settings.translate, ...terms },
    },
  }
}

/** Fields by step: `dub.voice=matched`. */
function settingsOf({ set }: LocaliseFlags): Record<StepName, Record<string, unknown>> {
  const settings: Record<StepName, Record<string, unknown>> = {
    erase: {},
    extract: {},
    translate: {},
    dub: {},
    subtitles: {},
  }
  for (const text of set) {
    const [, step = '', rest = ''] = /^([a-z]+)\.(.+)$/s.exec(text) ?? []
    const field = readConfigField(rest)
    if (!isStepName(step) || !field)
      throw usage('localise_bad_field', { value: text, known: Object.keys(kinds).join(', ') })
    const [name, value] = field
    if (unknownFields(kinds[step], { [name]: value }).length > 0)
      throw usage('task_unknown_field', {
        ...{ kind: step, field: name },
        known: Object.keys(kinds[step].config.shape).join(', '),
      })
    settings[step][name] = value
  }
  return settings
}
