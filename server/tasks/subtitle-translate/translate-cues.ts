import PQueue from 'p-queue'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { TaskReportLine } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { TranslationChoice } from '#core/tasks/translation.ts'
import { type BudgetLimits, sentenceBudgets } from '#core/translate/budget.ts'
import { type Chunk, chunksOf } from '#core/translate/chunks.ts'
import { termsIn } from '#core/translate/glossary.ts'
import { withoutMarks } from '#core/translate/marks.ts'
import { type CuePassages, passagesOf } from '#core/translate/passages.ts'
import { type Sentence, sentencesOf } from '#core/translate/sentences.ts'
import type { FoundFlag } from '#core/translate/flags.ts'
import { type FlaggedCue, translatedCues, type TranslatedSentence } from '#core/translate/translated.ts'
import { namesOf } from '#core/translate/verify.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { type Asked, translateSentences } from './translate-sentences.ts'

export interface TranslationRequest {
  readonly cues: readonly Cue[]
  readonly choice: TranslationChoice
  /** Id of the task: another task asks again for untranslated cues. */
  readonly taskId: string
  /** Part of the whole task, from 0 to 1. */
  readonly share: readonly [number, number]
  /** Whether times must stay exact, as for spoken cues. */
  readonly keepsTimes?: boolean
}

export interface TranslatedCues {
  /** The same cues and ids with translated text; untranslated ones are unchanged. */
  readonly cues: Cue[]
  /** Cues that need review, in order. */
  readonly flagged: readonly TaskReportLine[]
}

/** Part of all steps' keys: another way to request or read gives other results. */
const VERSION = 'sentences-2'
/** Limits of a request if the engine has none. */
const USUAL = { maxTexts: 100, maxChars: 8000, concurrency: 2 }
/** Context sentences before and after, for engines that use them. */
const AROUND = 3

/** Translates cues by whole sentences. Throws a TaskFailed if none was translated. */
export async function translateCues(run: Run, request: TranslationRequest): Promise<TranslatedCues> {
  const { cues, choice, taskId, share, keepsTimes } = request
  const { source_language: from, to_language: to, glossary } = choice
  const [limits, original] = [to, from].map((language) => limitsOf(profiles[choice.profile], { language }))
  if (!limits || !original) throw new RangeError(choice.profile)
  const taken = cues.map(({ text }) => passagesOf(text))
  const sentences = sentencesOf(cues, taken)
  const part = (at: number): number => share[0] + (share[1] - share[0]) * at
  const asked = { from, to, glossary }
  const first = await inChunks(run, { cues, sentences, limits, asked, share: [part(0), part(0.9)] })
  const last = await again(run, { sentences, first, taskId, asked, share: [part(0.9), part(1)] })
  if (sentences.length > 0 && last.translations.every(({ text }) => text === null))
    throw new TaskFailed('nothing_translated', { detail: last.refused || first.refused || '–' })
  const names = namesOf(textsOf(taken), from)
  const checks = { from, to, limits, original, names, glossary, keepsTimes }
  const done = translatedCues(cues, taken, sentences, last.translations, checks)
  return { cues: done.cues, flagged: done.flagged.map((found) => reportLine(done.cues, found)) }
}

interface Answers {
  readonly translations: readonly TranslatedSentence[]
  /** The engine's reason for refused lines; empty if there is none. */
  readonly refused: string
}

interface Chunked {
  readonly cues: readonly Cue[]
  readonly sentences: readonly Sentence[]
  readonly limits: BudgetLimits
  readonly asked: Asked
  readonly share: readonly [number, number]
}

async function inChunks(run: Run, { cues, sentences, limits, asked, share }: Chunked): Promise<Answers> {
  const { engines } = run.deps
  const [preferred] = engines.inOrder('translate', asked)
  const { maxTexts, maxChars, concurrency, context, lengths } = { ...USUAL, ...preferred?.serves.abilities }
  const chunks = chunksOf(sentences, cues, { maxTexts, maxChars, around: context ? AROUND : 0 })
  const budgets = lengths ? sentenceBudgets(sentences, cues, limits) : undefined
  const queue = new PQueue({ concurrency })
  const whole = Math.max(1, sentences.length)
  const translate = async (chunk: Chunk): Promise<Answers> => {
    const { from, to, before, after } = chunk
    const texts = sentences.slice(from, to).map(({ marked }) => marked)
    const input = {
      ...asked,
      texts,
      glossary: termsIn(texts.map(withoutMarks), asked.glossary),
      ...(context && { context: { before, after } }),
      ...(budgets && { maxLengths: budgets.slice(from, to) }),
    }
    const at = (count: number): number => share[0] + ((share[1] - share[0]) * count) / whole
    return run.step<Answers>(
      { name: 'translate', version: versionOf(run, asked), input, share: [at(from), at(to)] },
      async () => translateSentences(engines, sentences.slice(from, to), { ...input, signal: run.signal }),
    )
  }
  const answers = await Promise.all(chunks.map((chunk) => queue.add(() => translate(chunk), { signal: run.signal })))
  return {
    translations: answers.flatMap(({ translations }) => translations),
    refused: answers.find(({ refused }) => refused !== '')?.refused ?? '',
  }
}

interface Again {
  readonly sentences: readonly Sentence[]
  readonly first: Answers
  readonly taskId: string
  readonly asked: Asked
  readonly share: readonly [number, number]
}

/** Retries untranslated sentences without context. */
async function again(run: Run, { sentences, first, taskId, asked, share }: Again): Promise<Answers> {
  const open = sentences.filter((_, at) => first.translations[at]?.text === null)
  if (open.length === 0) return first
  const input = { ...asked, texts: open.map(({ marked }) => marked) }
  const { translations, refused } = await run.step<Answers>(
    { name: 'translate_again', version: versionOf(run, asked), input: { ...input, taskId }, share },
    async () => translateSentences(run.deps.engines, open, { ...input, signal: run.signal }),
  )
  const found = new Map(open.map((sentence, at) => [sentence, translations[at]]))
  const all = sentences.map((sentence, at) => found.get(sentence) ?? first.translations[at] ?? { text: null })
  return { translations: all, refused }
}

function versionOf(run: Run, { from, to }: Asked): string {
  return `${VERSION}/${run.deps.engines.versionOf('translate', { from, to }, (engine) => engine.version)}`
}

function textsOf(taken: readonly CuePassages[]): string[] {
  return taken.flatMap(({ passages }) => passages.map(({ text }) => text))
}

const MOST_OF_NOTE = 300

function reportLine(cues: readonly Cue[], { cue: index, flag, note, also }: FlaggedCue): TaskReportLine {
  const { id = '', start = 0, end = 0, text = '' } = cues[index] ?? {}
  const remark = (found: FoundFlag) => ({ verdict: found.flag, note: found.note.slice(0, MOST_OF_NOTE) })
  return {
    ...{ cue_id: id, start, end, rate: 1 },
    ...remark({ flag, note }),
    ...(also.length > 0 && { also: also.map(remark) }),
    cue: { start, end, text },
  }
}
