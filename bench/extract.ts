/**
 * `--only text`, `hard` (cases that are easily misread), `speech` or `both`, `--language de,fr`: subtitles from picture
 * and speech: exactness, losses and duration.
 */
import { parseArgs } from 'node:util'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { realData } from '#tests/support/real-files.ts'
import { benchBoth } from './extract/both.ts'
import { burnedClips, type Clip } from './extract/clips.ts'
import { hardClips } from './extract/hard-clips.ts'
import { hearLines, hearRecordings, recordingsHead, speechHead } from './extract/speech.ts'
import { readClip, type TextFigures, textHead } from './extract/text.ts'
import { goal } from './goals.ts'
import { printTable } from './table.ts'

export async function benchExtract(): Promise<void> {
  if (!realData) {
    console.log('\nCUELANE_TEST_DATA is not set: no extraction was measured.')
    return
  }
  const engines = await findEngines(process.env, engineAdapters)
  const { values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, language: { type: 'string' } },
  })
  const wants = (part: string): boolean => values.only === undefined || values.only === part
  const languages = values.language?.split(',')
  if (wants('speech')) await benchSpeech(engines, realData)
  if (wants('both')) await benchBoth(engines, realData)
  if (wants('text')) await benchText(engines, await burnedClips(realData, languages))
  if (wants('hard')) await benchHard(engines, hardClips(realData, languages))
}

/** Each engine for English speech, measured alone. */
async function benchSpeech(engines: EngineRegistry, data: string): Promise<void> {
  const lines: string[][] = []
  const recordings: string[][] = []
  for (const { name } of engines.inOrder('asr', { language: 'en' })) {
    const adapters = engineAdapters.filter((adapter) => adapter.port !== 'asr' || adapter.name === name)
    const alone = await findEngines(process.env, adapters)
    lines.push([name, ...(await hearLines(alone, name))])
    recordings.push(...(await hearRecordings(alone, data)).map((cells) => [name, ...cells]))
  }
  printTable('Speech with known times', speechHead, lines)
  printTable('Recordings of people whose words are known', recordingsHead, recordings)
}

interface Measured {
  readonly clip: Clip
  readonly figures: TextFigures
}

async function benchText(engines: EngineRegistry, clips: readonly Clip[]): Promise<void> {
  const measured = await readClips(engines, clips, 'Text in the picture')
  if (measured.length > 0) setGoals(measured)
}

/** Cases easily misread as one cue, or as a cue. */
async function benchHard(engines: EngineRegistry, clips: readonly Clip[]): Promise<void> {
  const measured = await readClips(engines, clips, 'Neighbours that differ in a letter; text of the scene beside lines')
  for (const [kind, group] of Map.groupBy(measured, ({ clip }) => clip.name.split('-').at(-1) ?? '')) {
    goal(`text, ${kind}: lines lost`, sum(group, 'lost'), { most: 0 })
    goal(`text, ${kind}: lines doubled or invented`, sum(group, 'added'), { most: 0 })
  }
}

async function readClips(engines: EngineRegistry, clips: readonly Clip[], title: string): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const clip of clips) {
    if (!engines.for('ocr', { language: clip.language })) continue
    const figures = await readClip(engines, clip)
    measured.push({ clip, figures })
    console.log(`${clip.name}: ${figures.exact} of ${figures.lines} exact`)
  }
  printTable(
    title,
    textHead,
    measured.map(({ figures }) => figures.cells),
  )
  for (const [language, group] of Map.groupBy(measured, ({ clip }) => clip.language)) {
    const [lines, exact] = [sum(group, 'lines'), sum(group, 'exact')]
    console.log(`${language}: ${exact} of ${lines} exact, ${((100 * exact) / lines).toFixed(1)} %`)
  }
  const mistakes = measured.flatMap(({ clip, figures }) => figures.mistakes.map((text) => `  ${clip.name}: ${text}`))
  console.log(`\nWhat is there, and what was read:\n${mistakes.join('\n')}`)
  return measured
}

type Counted = 'lines' | 'exact' | 'lost' | 'added' | 'recognitions' | 'seconds' | 'mediaSeconds'
const sum = (all: readonly Measured[], what: Counted): number =>
  all.reduce((total, { figures }) => total + figures[what], 0)

/** Languages that two engines read, of which one is trained on text in pictures. */
const weighed: readonly string[] = ['en', 'zh_cn']

function setGoals(all: readonly Measured[]): void {
  const small = all.filter(({ clip }) => clip.height === 360)
  const percent = (of: readonly Measured[]): number => (100 * sum(of, 'exact')) / sum(of, 'lines')
  for (const language of weighed) {
    const own = all.filter(({ clip }) => clip.language === language)
    goal(`text: exact lines, ${language}`, percent(own), { least: 95 }, ' %')
  }
  goal('text: exact lines, all languages', percent(all), { least: 95 }, ' %')
  goal('text: recognitions a line', sum(all, 'recognitions') / sum(all, 'lines'), { most: 1.3 })
  goal('text: times real time at 640x360', sum(small, 'mediaSeconds') / sum(small, 'seconds'), { least: 12 })
  goal('text: lines lost', sum(all, 'lost'), { most: 0 })
  goal('text: lines doubled or invented', sum(all, 'added'), { most: 0 })
}
