import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../app/deps.ts'
import { sha256 } from '../store/id.ts'

/** A fault that a retry can't fix; its message's key is in the `errors` catalogue. */
export class TaskFailed extends Error {
  readonly key: string
  readonly params: Record<string, string | number>
  /** True if the subject is removed for it: a new task would fail too. */
  readonly isFinal: boolean
  constructor(key: string, params: Record<string, string | number> = {}, { isFinal = false } = {}) {
    super(key)
    this.key = key
    this.params = params
    this.isFinal = isFinal
  }
}

/** A step's result may be any JSON object; its `blob` names a file for later steps or people. */
export interface StepBlob {
  readonly blob: string
}

export interface StepWork {
  /** An empty folder of this step. */
  readonly folder: string
  /** Scope for the step's blobs, `derived/<key>`. */
  readonly scope: string
  readonly onProgress: (share: number) => void
}

export interface Step {
  readonly name: string
  /** Part of the key: changes when the step's result would. */
  readonly version: string
  /** Everything that the result depends on. */
  readonly input: unknown
  /** Part of the whole task, from 0 to 1. */
  readonly share: readonly [number, number]
}

/** One attempt at a task. */
export interface Run {
  readonly deps: Deps
  readonly signal: AbortSignal
  /** A working folder of the attempt, for copies of blobs. */
  readonly folder: string
  /**
   * Runs a step unless its result exists: results are stored under a key of all inputs, so that a restarted task resumes.
   */
  step<T extends object>(step: Step, work: (work: StepWork) => Promise<T>): Promise<T>
  /** Logs that a part of the result is left out, and why. */
  noteFault(part: string, error: Error): void
}

export interface RunOptions {
  readonly deps: Deps
  /** Task that the steps belong to. */
  readonly ownerId: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number, step: string) => void
  readonly onFault: (part: string, error: Error) => void
  /** Called before a step without a stored result. */
  readonly beforeStep?: (() => Promise<void>) | undefined
}

/** Runs a recipe in a working folder, which is removed afterwards. */
export async function withRun<T>(options: RunOptions, recipe: (run: Run) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(options.deps.workDir, 'run-'))
  try {
    return await recipe({
      deps: options.deps,
      signal: options.signal,
      folder,
      step: (step, work) => doStep(options, folder, step, work),
      noteFault: options.onFault,
    })
  } finally {
    // Aborted work may still write a file while the folder is removed.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function doStep<T extends object>(
  { deps, ownerId, signal, onProgress, beforeStep }: RunOptions,
  parent: string,
  step: Step,
  work: (work: StepWork) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const [from, to] = step.share
  const key = stepKey(step)
  const kept = await keptResult<T>(deps, key)
  if (kept) {
    onProgress(to, step.name)
    return kept
  }
  await beforeStep?.()
  signal.throwIfAborted()
  const folder = join(parent, key)
  await mkdir(folder, { recursive: true })
  onProgress(from, step.name)
  const { id } = await deps.db
    .insertInto('step_run')
    .values({ owner_id: ownerId, key, step: step.name, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const value = await work({
    folder,
    scope: `derived/${key}`,
    onProgress: (share) => onProgress(from + (to - from) * share, step.name),
  })
  signal.throwIfAborted()
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('artifact')
      .values({ key, step: step.name, value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
    await tx.updateTable('step_run').set({ finished_at: new Date() }).where('id', '=', id).execute()
  })
  await rm(folder, { recursive: true, force: true })
  onProgress(to, step.name)
  return value
}

/** Moves a step's file into the store. */
export async function storeArtifact(run: Run, key: string, path: string): Promise<StepBlob> {
  await run.deps.blobs.put(key, path)
  return { blob: key }
}

/** 160 bits of a hash of the step's name, version and input; object keys are sorted. */
export function stepKey({ name, version, input }: Pick<Step, 'name' | 'version' | 'input'>): string {
  return sha256(canonical([name, version, input])).slice(0, 40)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

async function keptResult<T extends object>(deps: Deps, key: string): Promise<T | undefined> {
  const row = await deps.db.selectFrom('artifact').select('value').where('key', '=', key).executeTakeFirst()
  if (!row) return undefined
  const value = row.value as T & Partial<StepBlob>
  // The file may be swept (30 days): then the step runs again.
  return value.blob && !(await deps.blobs.has(value.blob)) ? undefined : value
}
