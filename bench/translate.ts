/**
 * Translation by whole sentences: overhead over the engine, and whether words stay in their cues' times. Files of
 * CUELANE_TEST_DATA; the engine is Apertium, so that figures concern the pipeline.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { passagesOf } from '#core/translate/passages.ts'
import { placeParts } from '#core/translate/place.ts'
import { rowLength } from '#core/translate/rows.ts'
import { type Sentence, sentencesOf } from '#core/translate/sentences.ts'
import { translatedCues, type TranslatedSentence } from '#core/translate/translated.ts'
import { isEcho, namesOf } from '#core/translate/verify.ts'
import { normalWords } from '#core/translate/words.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { translateSentences } from '#server/tasks/subtitle-translate/translate-sentences.ts'
import { number, printTable } from './table.ts'

const files: readonly [path: string, from: LanguageCode, to: LanguageCode][] = [
  ['subs/srt/videocaptioner-en.srt', 'en', 'es'],
  ['subs/vtt/elephantsdream.en.vtt', 'en', 'es'],
  ['subs/srt/lalaland.srt', 'en', 'es'],
  ['subs/vtt/elephantsdream.en.vtt', 'en', 'fr'],
]

export async function benchTranslate(): Promise<void> {
  const data = process.env['CUELANE_TEST_DATA']
  if (!data) return console.log('\nCUELANE_TEST_DATA is not set: no translation was measured.')
  const engines = await findEngines(
    process.env,
    engineAdapters.filter(({ name }) => name === 'apertium'),
  )
  const rows: string[][] = []
  for (const [path, from, to] of files) {
    const bytes = readFileSync(join(data, path))
    const { cues } = await readSubtitleBytes(bytes, sequentialIds('c'), { name: path })
    rows.push([path, `${from}-${to}`, ...(await measure(engines, cues, from, to))])
    if (path.includes('lalaland')) {
      const back = await translated(engines, cues, from, to)
      rows.push([`${path}, back`, `${to}-${from}`, ...(await measure(engines, back.cues, to, from))])
    }
  }
  printTable(
    'Translation by sentences (Apertium): words in another cue than their own, of cues that share a sentence',
    [
      'file',
      'pair',
      'cues',
      'shared',
      'in time',
      'by length',
      'blank',
      'echo',
      'lost',
      'moved',
      'flagged',
      'engine s',
      'own ms',
      'within',
      'no doubt',
    ],
    rows,
  )
  printTable(
    'Flags on own sentences, English to Spanish',
    ['found', 'flagged for nothing'],
    [await flagsFound(engines)],
  )
}

/** Own sentences with the expected Spanish flags: an unknown word, a lost verb; or none. */
const doubtful: readonly [text: string, flag: string][] = [
  ['It was only an afterthought.', 'not_translated'],
  ['Fill in the worksheet before noon.', 'not_translated'],
  ['The hermit lives by the river.', 'not_translated'],
  ['He doodles while she talks.', 'not_translated'],
  ['He did again yesterday.', 'words_lost'],
  ['She did, I did not.', 'words_lost'],
  ['I do not, and she does not.', 'words_lost'],
  ['The house is big.', ''],
  ['It cost $1,250.50 at 7:45 p.m.', ''],
  ['I live in a small town with my brother.', ''],
  ['We want to buy a new car this year.', ''],
  ['The children play in the park.', ''],
  ['Write to ann@example.org before 03/04/2021.', ''],
]

/** How many doubtful sentences are flagged, and how many others. */
async function flagsFound(engines: EngineRegistry): Promise<string[]> {
  const cues = doubtful.map(([text], at) => makeCue(`c${at}`, at * 10_000, at * 10_000 + 5000, text))
  const done = await translated(engines, cues, 'en', 'es')
  const flagsOf = new Map(done.flagged.map(({ cue, flag, also }) => [cue, [flag, ...also.map((one) => one.flag)]]))
  const found = doubtful.filter(([, flag], at) => flag !== '' && flagsOf.get(at)?.some((one) => one === flag)).length
  const wanted = doubtful.filter(([, flag]) => flag !== '').length
  const needless = doubtful.filter(([, flag], at) => flag === '' && flagsOf.has(at)).length
  return [`${found} of ${wanted}`, `${needless} of ${doubtful.length - wanted}`]
}

const MEASURED = ['too_long', 'too_fast', 'style_lost']

/** Cues within rows and reading speed whose original was, and cues without doubts. */
function within(
  cues: readonly Cue[],
  done: Awaited<ReturnType<typeof translated>>,
  from: LanguageCode,
  to: LanguageCode,
) {
  const fits = ({ text, start, end }: Cue, language: LanguageCode): boolean => {
    const limits = limitsOf(profiles.netflix, { language })
    const rows = plainText(text).split('\n')
    const speed = rowLength(rows.join(''), limits.cpsCounting) / ((end - start) / 1000)
    return (
      rows.length <= limits.maxLines &&
      rows.every((row) => rowLength(row, limits.lineCounting) <= limits.lineLength) &&
      speed <= limits.cps
    )
  }
  const good = cues.flatMap((cue, at) => (fits(cue, from) ? [at] : []))
  const kept = good.filter((at) => fits(done.cues[at]!, to)).length
  const doubts = new Set(
    done.flagged.flatMap(({ cue, flag, also }) =>
      [flag, ...also.map((one) => one.flag)].some((one) => !MEASURED.includes(one)) ? [cue] : [],
    ),
  )
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
  return [percent(kept, good.length), percent(cues.length - doubts.size, cues.length)]
}

async function translated(engines: EngineRegistry, cues: readonly Cue[], from: LanguageCode, to: LanguageCode) {
  let begin = performance.now()
  const taken = cues.map(({ text }) => passagesOf(text))
  const sentences = sentencesOf(cues, taken)
  let own = performance.now() - begin
  begin = performance.now()
  const texts = sentences.map(({ marked }) => marked)
  const signal = new AbortController().signal
  const { translations } = await translateSentences(engines, sentences, { texts, from, to, signal })
  const engine = performance.now() - begin
  begin = performance.now()
  const limits = limitsOf(profiles.netflix, { language: to })
  const original = limitsOf(profiles.netflix, { language: from })
  const names = namesOf(
    taken.flatMap(({ passages }) => passages.map(({ text }) => text)),
    from,
  )
  const checks = { from, to, limits, original, names, glossary: [] }
  const done = translatedCues(cues, taken, sentences, translations, checks)
  own += performance.now() - begin
  return { ...done, sentences, translations, engine, own }
}

async function measure(
  engines: EngineRegistry,
  cues: readonly Cue[],
  from: LanguageCode,
  to: LanguageCode,
): Promise<string[]> {
  const done = await translated(engines, cues, from, to)
  const said = (text: string): boolean => /[\p{L}\p{N}]/u.test(plainText(text))
  const shared = done.sentences.flatMap((sentence, at) =>
    sentence.parts.length > 1 && done.translations[at]?.text ? [{ sentence, found: done.translations[at] }] : [],
  )
  const parts = shared.reduce((sum, { sentence }) => sum + sentence.parts.length, 0)
  const share = (count: number): string => (parts === 0 ? '–' : `${((100 * count) / parts).toFixed(1)} %`)
  const blank = cues.filter(({ text }, at) => said(text) && !said(done.cues[at]?.text ?? '')).length
  const echoes = cues.filter(({ text }, at) => isEcho(plainText(text), plainText(done.cues[at]?.text ?? ''))).length
  const lost = cues.filter(({ id }, at) => done.cues[at]?.id !== id).length
  const moved = cues.filter(({ start, end }, at) => done.cues[at]?.start !== start || done.cues[at]?.end !== end).length
  return [
    ...[cues.length, parts].map(String),
    share(inTime(shared, true)),
    share(inTime(shared, false)),
    ...[blank, echoes, lost, moved, done.flagged.length].map(String),
    ...[done.engine / 1000, done.own].map(number),
    ...within(cues, done, from, to),
  ]
}

/**
 * Cues without a longer word that belongs to another cue of the sentence, judged by each cue's own translation, which
 * `hinted` uses too.
 */
function inTime(shared: readonly { sentence: Sentence; found: TranslatedSentence }[], hinted: boolean): number {
  let count = 0
  for (const { sentence, found } of shared) {
    const target = found.text ?? ''
    const judge = (found.parts ?? []).map((part) => new Set(normalWords(part ?? '').filter((word) => word.length > 3)))
    const hints = hinted && found.parts?.every(Boolean) ? found.parts.map((part) => part ?? '') : undefined
    const breaks = placeParts({ sources: sentence.parts.map(({ text }) => text), target, hints })
    if (!breaks) continue
    const edges = [0, ...breaks, target.length]
    sentence.parts.forEach((_, at) => {
      const words = normalWords(target.slice(edges[at], edges[at + 1]))
      if (words.every((word) => judge[at]?.has(word) || !judge.some((set) => set.has(word)))) count++
    })
  }
  return count
}
