/** `--only text` or `--only speech`, `--language de,fr`: subtitles out of the picture and out of speech: what is exact, what is lost, and how long it takes. */
import { parseArgs } from 'node:util'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { realData } from '#tests/support/real-files.ts'
import { burnedClips } from './extract/clips.ts'
import { hearLines, hearRecordings, recordingsHead, speechHead } from './extract/speech.ts'
import { readClip, textHead } from './extract/text.ts'
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
  if (values.only !== 'text') await benchSpeech(engines, realData)
  if (values.only !== 'speech') await benchText(engines, realData, values.language)
}

/** Each engine for English speech by itself. */
async function benchSpeech(engines: EngineRegistry, data: string): Promise<void> {
  const lines: string[][] = []
  const recordings: string[][] = []
  for (const { name } of engines.inOrder('asr', { language: 'en' })) {
    const adapters = engineAdapters.filter((adapter) => adapter.port !== 'asr' || adapter.name === name)
    const alone = await findEngines(process.env, adapters)
    lines.push([name, ...(await hearLines(alone))])
    recordings.push(...(await hearRecordings(alone, data)).map((cells) => [name, ...cells]))
  }
  printTable('Speech with known times', speechHead, lines)
  printTable('Recordings of people whose words are known', recordingsHead, recordings)
}

async function benchText(engines: EngineRegistry, data: string, only: string | undefined): Promise<void> {
  const rows: string[][] = []
  const counts = new Map<string, { lines: number; exact: number }>()
  const mistakes: string[] = []
  for (const clip of await burnedClips(data, only?.split(','))) {
    if (!engines.for('ocr', { language: clip.language })) continue
    const figures = await readClip(engines, clip)
    rows.push(figures.cells)
    mistakes.push(...figures.mistakes.map((text) => `  ${clip.name}: ${text}`))
    console.log(`${clip.name}: ${figures.exact} of ${figures.lines} exact`)
    const count = counts.get(clip.language) ?? { lines: 0, exact: 0 }
    counts.set(clip.language, { lines: count.lines + figures.lines, exact: count.exact + figures.exact })
  }
  printTable('Text in the picture', textHead, rows)
  for (const [language, { lines, exact }] of counts)
    console.log(`${language}: ${exact} of ${lines} exact, ${((100 * exact) / lines).toFixed(1)} %`)
  console.log(`\nWhat is there, and what was read:\n${mistakes.join('\n')}`)
}
