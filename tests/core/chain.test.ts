import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChainStepState, chainStops } from '#core/domain/chain.ts'
import { dubSubtitles } from '#core/domain/dubbing.ts'
import {
  canCancel,
  canRetry,
  type ChainGoals,
  chainProgress,
  chainStateOf,
  estimatedCharacters,
  nextSteps,
  type PlannedStep,
  planSteps,
  type VideoHas,
} from '#core/tasks/chain.ts'

const endStates: readonly ChainStepState[] = ['existing', 'done', 'failed', 'blocked', 'cancelled']
const isEnded = ({ state }: { readonly state: ChainStepState }): boolean => endStates.includes(state)

/** `es fr dub burn erase stop:extract | en =erased`: what is wanted, and what an English video has. */
function read(line: string): { goals: ChainGoals; has: VideoHas } {
  const [words = [], has = []] = line.split('|').map((part) => part.trim().split(/\s+/))
  return {
    goals: {
      languages: words.filter((word) => /^[a-z]{2}$/.test(word)),
      subtitles: !words.includes('picture'),
      erase: words.includes('erase'),
      dub: words.includes('dub'),
      shown: words.includes('burn') ? 'burn' : words.includes('soft') ? 'soft' : 'none',
      stops: chainStops.filter((stop) => words.includes(`stop:${stop}`)),
    },
    has: {
      source: 'en',
      languages: new Set(has.filter((word) => /^[a-z]{2}$/.test(word))),
      isErased: has.includes('=erased'),
    },
  }
}

/** `=extract.en` exists; `dub.es<extract.en` needs; `check` is left out. */
const written = (steps: readonly PlannedStep[]): string =>
  steps
    .filter(({ step }) => step !== 'check')
    .map(({ key, needs, isExisting }) => {
      const short = (name: string): string => name.replace(' ', '.')
      return `${isExisting ? '=' : ''}${short(key)}${needs.length > 0 ? `<${needs.map(short).join('+')}` : ''}`
    })
    .join(' ')

describe('the steps of a goals', () => {
  test.each([
    ['|', 'extract.en'],
    ['| en', '=extract.en'],
    ['es dub |', 'extract.en dub.es<extract.en'],
    ['es dub burn | en', '=extract.en dub.es<extract.en'],
    ['es burn |', 'extract.en subtitles.es<extract.en'],
    ['es |', 'extract.en translate.es<extract.en'],
    ['es fr | en es', '=extract.en =translate.es translate.fr<extract.en'],
    ['es dub | es', '=translate.es dub.es<translate.es'],
    ['es dub burn | en es', '=translate.es dub.es<translate.es subtitles.es<dub.es'],
    ['burn |', 'extract.en subtitles.en<extract.en'],
    ['en dub | en', '=extract.en dub.en<extract.en'],
    ['picture erase |', 'erase'],
    ['picture erase | en =erased', '=erase'],
    ['picture es dub erase |', 'erase extract.en dub.es<extract.en+erase'],
    ['picture |', ''],
    ['es dub erase |', 'erase extract.en dub.es<extract.en+erase'],
    ['es burn erase | en =erased', '=erase =extract.en subtitles.es<extract.en+erase'],
    ['es dub stop:extract |', 'extract.en stop.en<extract.en dub.es<stop.en'],
    ['es dub stop:extract | en', '=extract.en dub.es<extract.en'],
    [
      'es fr dub stop:translate |',
      'extract.en translate.es<extract.en stop.es<translate.es dub.es<stop.es translate.fr<extract.en stop.fr<translate.fr dub.fr<stop.fr',
    ],
    ['es dub stop:translate | en es', '=translate.es dub.es<translate.es'],
  ])('%s', (line, steps) => {
    const { goals, has } = read(line)
    expect(written(planSteps(goals, has))).toBe(steps)
  })
})

const languages = ['en', 'es', 'fr', 'de']
const goalSets = fc.record({
  languages: fc.array(fc.constantFrom(...languages), { maxLength: 5 }),
  subtitles: fc.constant(true),
  erase: fc.boolean(),
  dub: fc.boolean(),
  shown: fc.constantFrom(...dubSubtitles),
  stops: fc.subarray([...chainStops]),
})
const havings = fc.record({
  source: fc.constant('en'),
  languages: fc.subarray(languages).map((list) => new Set(list)),
  isErased: fc.boolean(),
})

test('no step is planned twice, none before what it needs, and none that exists costs anything', () => {
  fc.assert(
    fc.property(goalSets, havings, (goals, has) => {
      const steps = planSteps(goals, has)
      const known = new Set<string>()
      for (const { key, needs, textOf, isExisting, step, taskType } of steps) {
        expect(known.has(key)).toBe(false)
        expect([...needs, ...(textOf === '' ? [] : [textOf])].every((need) => known.has(need))).toBe(true)
        if (isExisting) expect(needs).toEqual([])
        expect(taskType === '').toBe(step === 'stop' || step === 'check')
        known.add(key)
      }
      // Each language has its check at the end, and its text by exactly one step.
      for (const language of goals.languages.length > 0 ? new Set(goals.languages) : ['en']) {
        expect(steps.filter((step) => step.key === `check ${language}`)).toHaveLength(1)
        const dubs = steps.filter((step) => step.step === 'dub' && step.language === language)
        expect(dubs).toHaveLength(goals.dub ? 1 : 0)
        const isShown = steps.some(
          (step) => step.language === language && (step.step === 'subtitles' || step.taskType === 'video_dubbing'),
        )
        if (goals.shown !== 'none') expect(isShown).toBe(true)
      }
    }),
  )
})

/** Steps under way, with how often each was begun since its last retry. */
class Simulated {
  readonly steps: { key: string; step: string; needs: readonly string[]; state: ChainStepState; begun: number }[]
  constructor(plan: readonly PlannedStep[]) {
    this.steps = plan.map(({ key, step, needs, isExisting }) => ({
      ...{ key, step, needs, begun: 0 },
      state: isExisting ? 'existing' : 'waiting',
    }))
  }

  /** What a server does after each event; a killed one repeats it. */
  advance(stopAt = Infinity): void {
    for (;;) {
      const { begin, block } = nextSteps(this.steps)
      for (const step of block) step.state = 'blocked'
      if (begin.length === 0) return
      for (const step of begin) {
        if (stopAt-- <= 0) return
        expect(
          step.needs.every((need) => this.steps.some(({ key, state }) => key === need && /existing|done/.test(state))),
        ).toBe(true)
        step.begun += 1
        step.state = step.step === 'stop' ? 'stopped' : step.step === 'check' ? 'done' : 'queued'
      }
    }
  }
}

/** Numbers that choose what happens next. */
const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 })

test('every chain ends; a kill at any point begins the same tasks once', () => {
  fc.assert(
    fc.property(goalSets, havings, choices, (goals, has, numbers) => {
      const chain = new Simulated(planSteps(goals, has))
      let at = 0
      const next = (): number => numbers[at++ % numbers.length] ?? 0
      for (let rounds = 0; !chain.steps.every(isEnded); rounds += 1) {
        expect(rounds).toBeLessThan(200)
        // The process is killed after some steps, and its job is done again.
        chain.advance(next() % 3)
        chain.advance()
        const going = chain.steps.filter(({ state }) => state === 'queued' || state === 'stopped')
        const step = going[next() % Math.max(1, going.length)]
        if (!step) continue
        const what = next() % 8
        if (what === 0 && canCancel(step)) step.state = 'cancelled'
        else if (what === 1 && step.state === 'queued') step.state = 'failed'
        else step.state = 'done'
        expect(chainStateOf(chain.steps)).toBeDefined()
      }
      expect(chain.steps.every(({ begun }) => begun <= 1)).toBe(true)
      const state = chainStateOf(chain.steps)
      const isWhole = chain.steps.every((step) => step.state === 'done' || step.state === 'existing')
      expect(state === 'done').toBe(isWhole)
      expect(state).toMatch(/^(done|failed|cancelled)$/)
      // A failed branch leaves the steps that do not need it alone.
      for (const step of chain.steps)
        if (step.state === 'blocked')
          expect(
            step.needs.some((need) =>
              chain.steps.some(({ key, state: other }) => key === need && /failed|blocked|cancelled/.test(other)),
            ),
          ).toBe(true)
      // A retry of all that did not succeed leads to the end, without doing again what is done.
      const begunBefore = new Map(
        chain.steps.filter(({ state: now }) => now === 'done').map((step) => [step.key, step.begun]),
      )
      for (const again of chain.steps) if (canRetry(again)) again.state = 'waiting'
      for (let rounds = 0; !chain.steps.every(isEnded); rounds += 1) {
        expect(rounds).toBeLessThan(100)
        chain.advance()
        for (const going of chain.steps) if (/queued|stopped/.test(going.state)) going.state = 'done'
      }
      expect(chainStateOf(chain.steps)).toBe('done')
      for (const [key, begun] of begunBefore) expect(chain.steps.find((each) => each.key === key)?.begun).toBe(begun)
    }),
    { numRuns: 300 },
  )
})

describe('the state of a chain', () => {
  test.each<[ChainStepState[], string, number]>([
    [['existing', 'done'], 'done', 1],
    [['existing'], 'done', 1],
    [['running', 'failed', 'waiting'], 'running', 0.1],
    [['done', 'stopped', 'waiting'], 'stopped', 0.4],
    [['stopped', 'no_credits'], 'no_credits', 0.1],
    [['done', 'failed', 'blocked'], 'failed', 0.4],
    [['done', 'cancelled', 'cancelled'], 'cancelled', 0.4],
    [['done', 'waiting'], 'running', 0.55],
  ])('%s', (states, name, share) => {
    const steps = states.map((state) => ({ state, progress: state === 'done' ? 1 : 0.1 }))
    expect(chainStateOf(steps)).toBe(name)
    expect(chainProgress(steps)).toBeCloseTo(share, 5)
  })
})

test('a text that does not exist yet counts as continuous speech', () => {
  expect(estimatedCharacters(42_000, 'en')).toBe(630)
  expect(estimatedCharacters(42_000, 'zh_cn')).toBe(210)
  expect(estimatedCharacters(1, 'ja')).toBe(1)
})
