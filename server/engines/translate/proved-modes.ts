import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ProgramFailed, ProgramMissing } from '../program.ts'
import { installedModes, MODES, type Modes, runMode } from './apertium-modes.ts'

/** Three sentences of each language, with words that have several readings: taggers fail on those. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The house is big.|I saw him again yesterday.|What do you want?',
  es: 'La casa es grande.|Lo vi otra vez ayer.|¿Qué quieres?',
  fr: 'La maison est grande.|Je l’ai vu encore hier.|Que veux-tu ?',
  it: 'La casa è grande.|L’ho visto di nuovo ieri.|Che cosa vuoi?',
  pt: 'A casa é grande.|Eu vi o homem outra vez ontem.|O que você quer?',
  ro: 'Casa este mare.|L-am văzut din nou ieri.|Ce vrei?',
  ca: 'La casa és gran.|El vaig veure ahir.|Què vols?',
  ru: 'Дом большой.|Я видел его еще раз вчера.|Что ты хочешь?',
  uk: 'Дім великий.|Я бачив його ще раз учора.|Що ти хочеш?',
}
/** Long enough for a machine that is busy with films: a mode that translates is never taken for a broken one. */
const PROOF_MS = 90_000

/** The modes of this machine that translate, and the names of those that do not, such as `rus-ukr`. */
export interface ProvedModes {
  readonly usable: Modes
  readonly broken: readonly string[]
}

let proved: Promise<ProvedModes> | undefined

/**
 * Tries each pair once in the life of an installation: it takes some ten seconds. What was found is kept in the folder
 * of models until a package of Apertium changes.
 */
export function provedModes(folder: string): Promise<ProvedModes> {
  return (proved ??= keptModes(join(folder, 'apertium-pairs.json')))
}

const keptFile = z.object({ of: z.string(), broken: z.array(z.string()) })

/** What `path` says of the packages as they are, or what `prove` finds, which is kept there. */
export async function keptModes(path: string, prove = proveModes): Promise<ProvedModes> {
  const installed = await installedModes()
  const of = await fingerprint()
  const kept = await readFile(path, 'utf8')
    .then((text) => keptFile.parse(JSON.parse(text)))
    .catch(() => undefined)
  if (kept?.of === of) return split(installed, kept.broken)
  const { broken, isSure } = await prove(installed)
  if (isSure) await keep(path, { of, broken })
  return split(installed, broken)
}

function split(installed: Modes, broken: readonly string[]): ProvedModes {
  return { usable: new Map([...installed].filter(([, mode]) => !broken.includes(mode))), broken }
}

/** Changes with every update of Apertium and its data. */
async function fingerprint(): Promise<string> {
  const programs = ['apertium', 'apertium-tagger', 'lt-proc', 'cg-proc'].map((name) => join('/usr/bin', name))
  const files = [...(await readdir(MODES).catch((): string[] => [])).map((name) => join(MODES, name)), ...programs]
  const times = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  const stamps = files.map((file, at) => `${file} ${times[at]}`).sort()
  return createHash('sha256')
    .update(JSON.stringify([SENTENCES, stamps]))
    .digest('hex')
}

/** A folder that may not be written is no fault: the pairs are tried again at the next start. */
async function keep(path: string, found: z.infer<typeof keptFile>): Promise<void> {
  const part = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
    .then(() => writeFile(part, JSON.stringify(found)))
    .then(() => rename(part, path))
    .catch(() => undefined)
}

/** `isSure`: each mode gave its answer in time. */
async function proveModes(installed: Modes): Promise<{ broken: string[]; isSure: boolean }> {
  const broken: string[] = []
  let isSure = true
  for (const [pair, mode] of installed) {
    const works = await translates(mode, pair.split(' ')[0] ?? '')
    if (works !== true) broken.push(mode)
    isSure &&= works !== 'unknown'
  }
  return { broken, isSure }
}

/** Whether every sentence comes back with words in it. Pairs of a language without sentences here are taken as they are. */
async function translates(mode: string, from: string): Promise<boolean | 'unknown'> {
  const sentences = SENTENCES[from]?.split('|')
  if (!sentences) return true
  try {
    const lines = await runMode(mode, sentences, AbortSignal.timeout(PROOF_MS), 'short')
    return sentences.every((_, at) => /\p{L}/u.test(lines[at] ?? ''))
  } catch (error) {
    if (error instanceof ProgramFailed) return false
    if (error instanceof ProgramMissing || isTimeout(error)) return 'unknown'
    throw error
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'
