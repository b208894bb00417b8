import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAll, checkByEach, recheck } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { insertBelow } from '#core/timing/cues.ts'
import { setEdge } from '#core/timing/move.ts'
import { fixOverlaps } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { planShift } from '#core/timing/shift.ts'
import { assOf, makeCorpus, srtOf } from './corpus.ts'
import { assChains, type Chain, srtChains } from './srt-chains.ts'
import { ms, number, printTable, summary, type Timing, timeEach, timeIt } from './table.ts'

const COUNT = 100_000

/** The subtitle core against npm libraries, in this process, on generated files. */
export function benchSubtitle(): void {
  const corpus = makeCorpus(COUNT)
  compareChains('SubRip', srtChains, srtOf(corpus))
  compareChains('Advanced SubStation', assChains, assOf(corpus))
  benchEditing(corpus.map(({ start, end, text }, at) => makeCue(`c${at}`, start, end, text)))
}

function compareChains(title: string, chains: Record<string, Chain>, source: string): void {
  const names = Object.keys(chains)
  const times = timeEach(names.map((name) => () => chains[name]!(source)))
  const timings = names.map((name, at) => [name, times[at]!] as const)
  const whole = timings.slice(1).filter(([name]) => !name.includes('no writing'))
  const fastest = Math.min(...whole.map(([, timing]) => timing.median))
  const size = Buffer.byteLength(source) / 1e6
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  const path = join(folder, 'source')
  writeFileSync(path, source)
  printTable(
    `${title}: parse, shift, write ${COUNT.toLocaleString('en')} cues (${size.toFixed(1)} MB)`,
    ['', 'time', 'times as fast as the fastest peer', 'peak memory over start'],
    timings.map(([name, timing]) => [name, ms(timing), number(fastest / timing.median), `${memoryOf(name, path)} MB`]),
  )
  rmSync(folder, { recursive: true })
}

function memoryOf(name: string, path: string): string {
  const child = join(import.meta.dirname, 'memory-child.ts')
  const bytes = execFileSync(process.execPath, ['--expose-gc', child, name, path], { encoding: 'utf8' })
  return (Number(bytes) / 1e6).toFixed(0)
}

function benchEditing(cues: readonly ReturnType<typeof makeCue>[]): void {
  const ten = cues.slice(0, 10_000)
  const all = Object.values(profiles).map((profile) => limitsOf(profile, { language: 'en' }))
  const netflix = limitsOf(profiles.netflix, { language: 'en' })
  const overlapping = cueList(cues.map((cue, at) => (at % 3 ? cue : { ...cue, end: cue.end + 1000 })))
  const list = cueList(cues)
  const [byAll, byOne] = timeEach([() => checkByEach(ten, all), () => checkAll(ten, netflix)])
  const times = number(byAll!.median / byOne!.median)
  const rows: [string, Timing][] = [
    ['check 10,000 cues by one profile', byOne!],
    [`check 10,000 cues by all ${all.length}: ${times} times as long`, byAll!],
    ['fix 10,000 cues by one', timeIt(() => fixAll(cueList(ten), netflix))],
    ['part overlaps of 100,000 cues', timeIt(() => fixOverlaps(overlapping))],
    [
      'shift 100,000 cues',
      timeIt(() =>
        applyPatch(list, planShift([{ key: 0, list, rules: defaultRules }], { kind: 'all' }, 100)[0]!.patch),
      ),
    ],
    ['one edit and its check, 100,000 cues', editing(cues)],
    ['one edit and its check, 1,000 cues', editing(cues.slice(0, 1000))],
  ]
  printTable(
    'Work in the editor',
    ['', 'median (best–worst)'],
    rows.map(([name, timing]) => [name, ms(timing)]),
  )
}

/** Edges moved and cues inserted throughout the document, each with its checks. */
function editing(cues: readonly ReturnType<typeof makeCue>[]): Timing {
  const limits = limitsOf(profiles.netflix, { language: 'en' })
  let list = cueList(cues)
  const findings = new Map(checkAll(cues, limits))
  const times: number[] = []
  for (let i = 0; i < 600; i++) {
    const at = (i * 331) % list.length
    const begin = performance.now()
    const cue = list.at(at)!
    const inserted = i % 4 === 0 ? insertBelow(list, cue.id, { ...defaultRules, gap: 0 }, () => `n${i}`) : undefined
    const patch = inserted?.ok ? inserted.value : setEdge(list, cue.id, 'end', cue.end - 10, defaultRules)
    list = applyPatch(list, patch)
    recheck(findings, list, patch, limits)
    times.push(performance.now() - begin)
  }
  return summary(times)
}
