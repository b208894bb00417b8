import type { ChainState, ChainStepKind, ChainStepState, ChainStop } from '../domain/chain.ts'
import type { DubSubtitles } from '../domain/dubbing.ts'

/** What is wanted for a video. */
export interface ChainGoals {
  /** Of the results: the source language itself if empty. */
  readonly languages: readonly string[]
  /** Without them, a dub or a translation, only the picture is made. */
  readonly subtitles: boolean
  readonly erase: boolean
  readonly dub: boolean
  readonly shown: DubSubtitles
  readonly stops: readonly ChainStop[]
}

/** What a video has before its chain. */
export interface VideoHas {
  readonly source: string
  /** Languages of its versions with cues. */
  readonly languages: ReadonlySet<string>
  /** Whether an erased picture is chosen for it. */
  readonly isErased: boolean
}

/** A step of a video's chain. */
export interface PlannedStep {
  /** Unique within the video. */
  readonly key: string
  readonly step: ChainStepKind
  /** Of its result; empty for a picture. */
  readonly language: string
  /** Type of its kind; empty without a task. */
  readonly taskType: string
  readonly needs: readonly string[]
  /** The step whose subtitles it works on; empty if it needs none. */
  readonly textOf: string
  readonly isExisting: boolean
}

/** Types of the tasks that a chain starts. Not their kinds: with schemas these weigh 7 kB in the first page. */
export const chainTasks = [
  'video_erase',
  'video_extract',
  'subtitle_translate',
  'video_dubbing',
  'video_dubbing_only',
  'video_translate',
  'video_synthesis',
] as const
type ChainTask = (typeof chainTasks)[number]

/** Settings of a chain that a kind of task takes; later ones win. */
export const settingsOfKind: Readonly<
  Record<string, readonly ('erase' | 'extract' | 'translate' | 'dub' | 'subtitles')[]>
> = {
  video_erase: ['erase'],
  video_extract: ['extract'],
  subtitle_translate: ['translate'],
  video_dubbing: ['translate', 'dub', 'subtitles'],
  video_dubbing_only: ['dub'],
  video_translate: ['translate', 'subtitles'],
  video_synthesis: ['subtitles'],
}

/** The steps of a video in an order in which each comes after those that it needs. */
export function planSteps(goals: ChainGoals, has: VideoHas): PlannedStep[] {
  const plan = new Plan()
  const picture = goals.erase ? [plan.add('erase', '', 'video_erase', { isExisting: has.isErased })] : []
  if (!needsText(goals)) return plan.steps
  const source = has.source
  const languages = goals.languages.length > 0 ? [...new Set(goals.languages)] : [source]
  // Where all texts exist, the source text is of no use.
  const usesSource = languages.some((language) => language === source || !has.languages.has(language))
  const extract = usesSource
    ? plan.add('extract', source, 'video_extract', { isExisting: has.languages.has(source) })
    : ''
  const gate = usesSource && goals.stops.includes('extract') ? plan.stopAfter(extract) : extract
  for (const language of languages) {
    const ends = addLanguage(plan, goals, { language, source, extract, gate, picture, has })
    plan.add('check', language, '', ends)
  }
  return plan.steps
}

/** Whether subtitles are wanted, or anything that is made of them. */
const needsText = ({ subtitles, languages, dub, shown }: ChainGoals): boolean =>
  subtitles || languages.length > 0 || dub || shown !== 'none'

interface Branch {
  readonly language: string
  readonly source: string
  readonly extract: string
  /** The step after which the source text is final. */
  readonly gate: string
  /** The step that makes the picture, if there is one. */
  readonly picture: readonly string[]
  readonly has: VideoHas
}

/** Steps of one language; returns its text and last step. */
function addLanguage(plan: Plan, goals: ChainGoals, branch: Branch): Pick<NewStep, 'needs' | 'textOf'> {
  const { language, source, extract, picture, has } = branch
  let { gate } = branch
  let textOf = extract
  if (language !== source) {
    const isExisting = has.languages.has(language)
    const isVideo = goals.dub || goals.shown !== 'none'
    // One task translates and makes the video, unless its text exists or is corrected first.
    if (isVideo && !isExisting && !goals.stops.includes('translate')) {
      const [step, taskType] = goals.dub
        ? (['dub', 'video_dubbing'] as const)
        : (['subtitles', 'video_translate'] as const)
      const made = plan.add(step, language, taskType, { needs: [gate, ...picture], textOf: extract })
      return { needs: [made], textOf: made }
    }
    textOf = plan.add('translate', language, 'subtitle_translate', {
      needs: isExisting ? [] : [gate],
      textOf: extract,
      isExisting,
    })
    gate = goals.stops.includes('translate') ? plan.stopAfter(textOf) : textOf
  }
  let last = gate
  if (goals.dub) last = plan.add('dub', language, 'video_dubbing_only', { needs: [last, ...picture], textOf })
  if (goals.shown !== 'none')
    last = plan.add('subtitles', language, 'video_synthesis', { needs: [last, ...picture], textOf })
  return { needs: [last], textOf }
}

interface NewStep {
  readonly needs?: readonly string[]
  readonly textOf?: string
  readonly isExisting?: boolean
}

/** Collects the steps of a video. */
class Plan {
  readonly steps: PlannedStep[] = []

  /** Adds a step and returns its key. */
  add(
    step: ChainStepKind,
    language: string,
    taskType: ChainTask | '',
    { needs = [], textOf = '', isExisting = false }: NewStep,
  ): string {
    const key = `${step} ${language}`.trim()
    this.steps.push({
      key,
      step,
      language,
      taskType,
      needs,
      textOf: isExisting ? '' : textOf,
      isExisting,
    })
    return key
  }

  /** A stop after a step that makes a text; an existing text was corrected before. */
  stopAfter(key: string): string {
    const made = this.steps.find((step) => step.key === key)
    if (!made || made.isExisting) return key
    return this.add('stop', made.language, '', { needs: [key], textOf: key })
  }
}

/** A step's state as stored: of a started one the task's state counts. */
export type StoredStepState = Exclude<ChainStepState, 'queued' | 'running'> | 'started'

/** A step as a chain under way has it. */
export interface StepNow {
  readonly key: string
  readonly needs: readonly string[]
  readonly state: ChainStepState
}

const fulfilled: ReadonlySet<ChainStepState> = new Set(['existing', 'done'])
const hindered: ReadonlySet<ChainStepState> = new Set(['failed', 'blocked', 'cancelled'])
/** States of a step that nothing was started for. */
const unbegun: ReadonlySet<ChainStepState> = new Set(['waiting', 'no_credits'])

/** The steps of a video that can begin now, and those that can't any more because of others. */
export function nextSteps<Step extends StepNow>(steps: readonly Step[]): { begin: Step[]; block: Step[] } {
  const states = new Map(steps.map(({ key, state }) => [key, state]))
  const block: Step[] = []
  // In order, as each step comes after those that it needs.
  for (const step of steps) {
    if (!unbegun.has(step.state) || !step.needs.some((key) => hindered.has(states.get(key) ?? 'done'))) continue
    states.set(step.key, 'blocked')
    block.push(step)
  }
  const isReady = ({ key, needs }: Step): boolean =>
    unbegun.has(states.get(key) ?? 'done') && needs.every((need) => fulfilled.has(states.get(need) ?? 'done'))
  return { begin: steps.filter(isReady), block }
}

/** Whether a step can be taken back: nothing works on it. */
export const canCancel = ({ state }: Pick<StepNow, 'state'>): boolean =>
  unbegun.has(state) || state === 'queued' || state === 'stopped'

/** Whether a retry begins a step again. */
export const canRetry = ({ state }: Pick<StepNow, 'state'>): boolean => hindered.has(state)

/** The state of a video, or of a chain by all of its steps. */
export function chainStateOf(steps: readonly Pick<StepNow, 'state'>[]): ChainState {
  const has = (...states: ChainStepState[]): boolean => steps.some(({ state }) => states.includes(state))
  if (has('queued', 'running')) return 'running'
  if (has('no_credits')) return 'no_credits'
  if (has('stopped')) return 'stopped'
  if (has('waiting')) return 'running'
  if (has('failed')) return 'failed'
  return has('cancelled', 'blocked') ? 'cancelled' : 'done'
}

/** Share of the steps that is done, from 0 to 1. Steps that were there before do not count. */
export function chainProgress(steps: readonly (Pick<StepNow, 'state'> & { readonly progress: number })[]): number {
  const made = steps.filter(({ state }) => state !== 'existing')
  const done = made.reduce((sum, { state, progress }) => sum + (state === 'done' ? 1 : progress), 0)
  return made.length === 0 ? 1 : done / made.length
}

/** Letters of continuous speech in a second; languages without spaces write a syllable with one letter. */
const LETTERS_A_SECOND = 15
const SYLLABLES_A_SECOND = 5
const syllabic: ReadonlySet<string> = new Set(['zh_cn', 'zh_tw', 'ja', 'ko'])

/** Characters of a text that does not exist yet: continuous speech of this length, which is rarely exceeded. */
export function estimatedCharacters(durationMs: number, language: string): number {
  return Math.ceil((durationMs / 1000) * (syllabic.has(language) ? SYLLABLES_A_SECOND : LETTERS_A_SECOND))
}
