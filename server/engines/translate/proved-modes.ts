import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ProgramFailed, ProgramMissing } from '../program.ts'
import { installedModes, MODES, type Modes, runMode } from './apertium-modes.ts'

/** Three sentences per language, with ambiguous words: taggers fail on those. */
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
/** Generous for a busy machine: a working mode must never count as broken. */
const PROOF_MS = 90_000

/** The working modes of this machine, and the names of broken ones, such as `rus-ukr`. */
export interface ProvedModes {
  readonly usable: Modes
  readonly broken: readonly string[]
}

let proved: Promise<ProvedModes> | undefined

/**
 * Tests each pair once per installation, which takes some ten seconds. The models folder caches the result until a
 * package of Apertium changes.
 */
export function provedModes(folder: string): Promise<ProvedModes> {
  return (proved ??= keptModes(join(folder, 'apertium-pairs.json')))
}

const keptFile = z.object({ of: z.string(), broken: z.array(z.string()) })

/** The cached result at `path` for the current packages, or `prove`'s, which is stored there. */
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

/** A read-only folder is no fault: the next start tests again. */
async function keep(path: string, found: z.infer<typeof keptFile>): Promise<void> {
  const part = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
    .then(() => writeFile(part, JSON.stringify(found)))
    .then(() => rename(part, path))
    .catch(() => undefined)
}

/** `isSure`: every mode answered in time. */
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

/** Whether every sentence comes back with words in it. Pairs without test sentences are accepted. */
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
