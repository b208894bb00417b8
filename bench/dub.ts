/** How well a dub's cues fit their times: the plan against speeding up each cue alone, on real cues. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fitLimits, fitRates } from '#core/speech/fit-cost.ts'
import { type FitLine, type FitRow, planFit } from '#core/speech/fit-plan.ts'
import { shorterWordings } from '#core/speech/shorten.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { dubLines } from '#core/speech/dub-lines.ts'
import { realData } from '#tests/support/real-files.ts'
import { benchDubSound } from './dub-sound.ts'
import { goal } from './goals.ts'
import { ms, number, printTable, timeIt } from './table.ts'

const FROM = 'en'
const TO = 'es'
const AT_ONCE = 4
/** Lengths that a rewriting may leave of a cue, in steps. */
const REWRITES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]

const talks = [
  { name: 'talk', path: 'subs/vtt/elephantsdream.en.vtt', lines: 80 },
  { name: 'film', path: 'subs/srt/lalaland.srt', lines: 400 },
] as const

interface Spoken {
  readonly line: FitLine
  readonly text: string
}

export async function benchDub(): Promise<void> {
  if (!realData) {
    console.log('\nCUELANE_TEST_DATA is not set: no dub was measured.')
    return
  }
  const engines = await findEngines(process.env, engineAdapters)
  const isHere = engines.for('translate', { from: FROM, to: TO }) && engines.for('tts', { language: TO })
  if (!isHere) {
    console.log(`\nNo engine translates ${FROM}-${TO} or speaks ${TO}: no dub was measured. See npm run doctor.`)
    return
  }
  for (const { name, path, lines } of talks)
    await benchTalk(name, await spokenLines(engines, join(realData, path), lines))
  await benchDubSound(engines)
}

async function benchTalk(name: string, spoken: readonly Spoken[]): Promise<void> {
  const lines = spoken.map(({ line }) => line)
  const mediaMs = Math.max(...lines.map(({ end }) => end)) + 2000
  const wordings = spoken.map(({ line, text }) => ({
    ...line,
    keeps: shorterWordings(text, TO).map((wording) => wording.length / text.length),
  }))
  const rewritten = lines.map((line) => ({ ...line, keeps: REWRITES }))
  const [plain, reworded] = [planFit(lines, { mediaMs }), planFit(rewritten, { mediaMs })]
  const plans: [string, FitRow[]][] = [
    ['each line sped up by itself', eachAlone(lines)],
    ['plan', plain],
    ['plan, fillers and adverbs left out', planFit(wordings, { mediaMs })],
    ['plan, lines reworded to what it asks for', reworded],
  ]
  const head = ['', 'start within 0.2 s', 'rate 0.92–1.20', 'greatest rate', 'overlaps', 'left out', 'shorter', 'both']
  const rows = plans.map(([title, plan]) => [title, ...figures(plan, lines)])
  printTable(`Dub fit: ${name}, ${lines.length} lines, ${FROM} to ${TO}`, head, rows)
  const taken = timeIt(() => planFit(rewritten, { mediaMs }))
  console.log(`\nthe plan: ${ms(taken)} for ${lines.length} lines`)
  setGoals(name, lines, { plain, reworded, planMs: taken.median })
}

interface Plans {
  readonly plain: readonly FitRow[]
  readonly reworded: readonly FitRow[]
  readonly planMs: number
}

function setGoals(name: string, lines: readonly FitLine[], { plain, reworded, planMs }: Plans): void {
  const what = `dub of a ${name} of ${lines.length} lines:`
  const [alone, best] = [sharesOf(plain, lines), sharesOf(reworded, lines)]
  goal(`${what} starts within 0.2 s`, best.onTime, { least: 100 }, ' %')
  goal(`${what} rate 0.92–1.20, lines reworded`, best.clear, { least: 95 }, ' %')
  goal(`${what} the same without rewording`, alone.clear, { least: 0 }, ' %')
  goal(`${what} overlaps of a speaker`, overlaps(reworded.filter(({ isSpoken }) => isSpoken)), { most: 0 })
  goal(`${what} lines left out`, reworded.filter(({ isSpoken }) => !isSpoken).length, { most: 0 })
  goal(`${what} the plan`, planMs, { most: 250 }, ' ms')
}

/** Percent of all cues: spoken in time at a natural rate. */
function sharesOf(plan: readonly FitRow[], lines: readonly FitLine[]) {
  const starts = new Map(lines.map(({ id, start }) => [id, start]))
  const said = plan.filter(({ isSpoken }) => isSpoken)
  const isOnTime = ({ id, start }: FitRow): boolean => Math.abs(start - starts.get(id)!) <= fitLimits.driftMs
  const isClear = ({ rate }: FitRow): boolean => rate >= 0.92 && rate <= fitLimits.usualRate
  const percent = (test: (row: FitRow) => boolean): number => (100 * said.filter(test).length) / plan.length
  return { onTime: percent(isOnTime), clear: percent(isClear), both: percent((row) => isOnTime(row) && isClear(row)) }
}

function figures(plan: readonly FitRow[], lines: readonly FitLine[]): string[] {
  const said = plan.filter(({ isSpoken }) => isSpoken)
  const { onTime, clear, both } = sharesOf(plan, lines)
  return [
    ...[onTime, clear].map((percent) => `${percent.toFixed(1)} %`),
    number(Math.max(...said.map(({ rate }) => rate))),
    String(overlaps(said)),
    String(plan.length - said.length),
    String(said.filter(({ keep }) => keep < 1).length),
    `${both.toFixed(1)} %`,
  ]
}

/** Cues that begin during an earlier one of the same speaker. */
function overlaps(rows: readonly FitRow[]): number {
  let found = 0
  for (const own of Map.groupBy(rows, ({ speaker }) => speaker).values()) {
    let until = -Infinity
    for (const { start, end } of [...own].sort((a, b) => a.start - b.start)) {
      if (start < until) found++
      until = Math.max(until, end)
    }
  }
  return found
}

/** The behaviour of tools without a plan: each cue as fast as needed to end before the next. */
function eachAlone(lines: readonly FitLine[]): FitRow[] {
  return lines.map(({ id, speaker, start, end, speechMs }, at) => {
    const until = Math.max(end, lines[at + 1]?.start ?? Infinity)
    const rate = Math.min(fitRates.at(-1)!, Math.max(1, speechMs / (until - start)))
    return { id, speaker, start, end: start + speechMs / rate, rate, keep: 1, isSpoken: true, verdict: 'sped' }
  })
}

/** Cues of a file translated and spoken by this machine's engines. */
async function spokenLines(engines: EngineRegistry, path: string, count: number): Promise<Spoken[]> {
  let id = 0
  const { cues } = readSubtitle(await readFile(path, 'utf8'), () => `c${id++}`)
  const lines = dubLines(cues, false).slice(0, count)
  const signal = AbortSignal.timeout(600_000)
  const translator = engines.need('translate', { from: FROM, to: TO })
  const texts = await translator.translate({ texts: lines.map(({ text }) => text), from: FROM, to: TO, signal })
  const speaker = engines.need('tts', { language: TO })
  const voice = speaker.voices.find(({ languages }) => languages.some((language) => language === TO))!
  const spoken: Spoken[] = []
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE).map(async ({ id, start, end, text }, index): Promise<Spoken> => {
      const answer = texts[at + index]
      const translated = typeof answer === 'string' ? answer : (answer?.text ?? text)
      const { samples, rate } = await speaker.speak({ text: translated, voice, language: TO, rate: 1, signal })
      const speechMs = Math.ceil((samples.length / rate) * 1000)
      return { line: { id, speaker: '', start, end, speechMs }, text: translated }
    })
    spoken.push(...(await Promise.all(some)))
  }
  return spoken
}
