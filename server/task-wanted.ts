import { mkdir, readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { scriptText } from '#core/speech/script-file.ts'
import { type ConfigField, configFields, unknownFields, readConfigField } from '#core/tasks/config-text.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import { readGlossary } from '#core/translate/glossary.ts'
import { fileNameIn } from '#core/translate/names.ts'
import { translateMessage } from './app/messages.ts'
import { type LineSource, lineSources } from './task-lines.ts'
import { fileTasks } from './tasks/index.ts'

/** Standard output as a path. */
export const STANDARD = '-'

const publicKinds = fileTasks.map(({ kind }) => kind).filter(({ isInternal }) => !isInternal)
const HELP = `cuelane task KIND IN … -o OUT [--subtitles FILE] [--language CODE] [--to CODE] [--set name=value …]

Does one task on files with the engines of this machine, without a server.

  KIND         ${publicKinds.map(({ type }) => type).join(', ')}
  IN           a video or a sound, or for subtitle_translate a subtitle file; there may be several of those
  -o           where the result goes; a subtitle format by its extension. A folder for several files or languages
  --subtitles  the lines of the video, for kinds that work on lines
  --lines-from where these come from if there is no such file: ${lineSources.join(', ')} (auto: the video's own subtitle track
               in its language, else its speech)
  --lines-out  where the lines go that a video was made with, in the times of that video
  --language   language of IN and of the subtitles (en)
  --glossary   a file of terms for a translation, one a line: word = translation
  --to         the same as --set to_language=CODE
  --set        a field of the kind's configuration, such as to_language=es, voice=matched or, of a file with several sound
               tracks, sound_track=1 for the second; to_language=es,fr for several files, each with its language in
               its name

cuelane task KIND --help lists the fields of a kind.
`

const ALIGN_HELP = `cuelane align SOUND SCRIPT [-o OUT] [--profile NAME] [--language CODE]

Puts the sentences of a script where they are spoken, with the engines of this machine, and says which are not spoken and
what is spoken besides.

  SOUND        a video or its sound
  SCRIPT       a text, a Markdown or a Word file (.docx): sentences, speakers as NAME: or on rows of their own, scenes and
               directions in brackets
  -o           where the lines go, a subtitle format by its extension; standard output (SubRip) if left out.
               WebVTT and SubStation have the times of words
  --profile    whose numbers the lines keep to: ${profileIds.join(', ')}
  --language   language of both (en)
`

/** One task on local files. */
export interface Wanted {
  readonly type: string
  readonly input: string
  readonly output: string
  readonly subtitles: string | undefined
  /** Source of a video's cues; undefined if they are given, or not needed. */
  readonly linesFrom: LineSource | undefined
  readonly linesOut: string | undefined
  readonly language: LanguageCode
  readonly config: Readonly<Record<string, unknown>>
}

/** An invalid command; the message says what to write instead. */
export class WrongCommand extends Error {}

/** The tasks in order, each file into each language; a text if help is requested. */
export async function readCommand(args: string[]): Promise<Wanted[] | string> {
  if (args[0] === 'align') return readAlign(args.slice(1))
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      subtitles: { type: 'string' },
      'lines-from': { type: 'string', default: 'auto' },
      'lines-out': { type: 'string' },
      language: { type: 'string', default: 'en' },
      glossary: { type: 'string' },
      to: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [type = '', ...inputs] = positionals
  const { output, language, subtitles, glossary, 'lines-out': linesOut } = values
  const kind = publicKinds.find((known) => known.type === type)
  if (values.help) return kind ? fieldsHelp(kind) : HELP
  if (!kind && type !== '') throw new WrongCommand(`There is no kind of task ${type}.\n\n${HELP}`)
  if (!kind || inputs.length === 0 || output === undefined) throw new WrongCommand(HELP)
  if (!isLanguageCode(language)) throw new WrongCommand(`No language ${language}. Use a code such as en, zh_cn or es`)
  const linesFrom = lineSourceOf(kind, subtitles, values['lines-from'])
  for (const path of [...inputs, subtitles, glossary]) if (path !== undefined) await refuseMissing(path)
  const terms = glossary === undefined ? {} : { glossary: readGlossary(await readFile(glossary, 'utf8')) }
  const target = values.to === undefined ? {} : { to_language: values.to }
  const config: Wanted['config'] = { ...Object.fromEntries(values.set.map(readField)), ...target, ...terms }
  refuseUnknown(kind, config)
  const common = { type, subtitles, linesFrom, linesOut, language }
  const languages = String(config['to_language'] ?? '').split(',')
  const isOne = inputs.length === 1 && languages.length === 1
  if (isOne) return [{ ...common, input: resolve(inputs[0] ?? ''), output: resolve(output), config }]
  if (kind.subjects.includes('video')) throw new WrongCommand(`${type} takes one video and one language`)
  await mkdir(output, { recursive: true })
  return inputs.flatMap((input) =>
    languages.map((to) => {
      if (!isLanguageCode(to)) throw new WrongCommand(`No language ${to}. Use a code such as en, zh_cn or es`)
      const file = resolve(output, fileNameIn(basename(input), language, to))
      return { ...common, input: resolve(input), output: file, config: { ...config, to_language: to } }
    }),
  )
}

/** `cuelane align`: an extraction with a script. */
async function readAlign(args: string[]): Promise<Wanted[] | string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o', default: STANDARD },
      profile: { type: 'string' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return ALIGN_HELP
  const { output, profile, language } = values
  const [input, path] = positionals
  if (input === undefined || path === undefined || positionals.length > 2) throw new WrongCommand(ALIGN_HELP)
  if (!isLanguageCode(language)) throw new WrongCommand(`No language ${language}. Use a code such as en, zh_cn or es`)
  if (profile !== undefined && !profileIds.some((id) => id === profile))
    throw new WrongCommand(`No profile ${profile}. Use one of ${profileIds.join(', ')}`)
  for (const each of [input, path]) await refuseMissing(each)
  const script = await scriptText(basename(path), await readFile(path))
  if (typeof script === 'object')
    throw new WrongCommand(`${path}: ${translateMessage('en', script.fault, script.params)}`)
  const config = { subtitle_extract_mode: 'audio', script, ...(profile !== undefined && { profile }) }
  const none = { subtitles: undefined, linesFrom: undefined, linesOut: undefined }
  const to = output === STANDARD ? STANDARD : resolve(output)
  return [{ ...none, type: 'video_extract', input: resolve(input), output: to, language, config }]
}

/** Kinds that work on a video's cues take them from it if no file has them. */
function lineSourceOf({ subjects }: TaskKind, subtitles: string | undefined, named: string): LineSource | undefined {
  const source = lineSources.find((known) => known === named)
  if (!source) throw new WrongCommand(`--lines-from ${named}: use one of ${lineSources.join(', ')}`)
  const needsLines = subjects.includes('video') && subjects.includes('subtitle')
  return needsLines && subtitles === undefined ? source : undefined
}

async function refuseMissing(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined)
  if (!file) throw new WrongCommand(`There is no file ${path}`)
  if (!file.isFile()) throw new WrongCommand(`${path} is not a file`)
}

function refuseUnknown(kind: TaskKind, config: Wanted['config']): void {
  const [unknown] = unknownFields(kind, config)
  if (unknown === undefined) return
  const known = configFields(kind).map(({ name }) => name)
  throw new WrongCommand(`${kind.type} has no field ${unknown}. Its fields: ${known.join(', ')}`)
}

function readField(text: string): readonly [string, unknown] {
  const field = readConfigField(text)
  if (!field) throw new WrongCommand(`--set ${text}: name=value is wanted`)
  return field
}

const MANY_VALUES = 8

/** The fields of a kind, a line each: name, values, and default. */
function fieldsHelp(kind: TaskKind): string {
  const fields = configFields(kind)
  const width = Math.max(...fields.map(({ name }) => name.length))
  const lines = fields.map((field) => `  ${field.name.padEnd(width)}  ${valuesOf(field)}${usualOf(field)}`)
  return `cuelane task ${kind.type} IN … -o OUT --set name=value …\n\nFields of ${kind.type}:\n\n${lines.join('\n')}\n`
}

function valuesOf({ values, type }: ConfigField): string {
  if (values.length === 0) return type
  const shown = values.slice(0, MANY_VALUES * 3).join(' | ')
  return values.length > MANY_VALUES * 3 ? `${shown} | …` : shown
}

function usualOf({ name, usual, isRequired }: ConfigField): string {
  if (name === 'source_language') return ' (by --language)'
  return usual === undefined ? (isRequired ? ' (needed)' : '') : ` (${usual})`
}
