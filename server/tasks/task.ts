import type { z } from 'zod'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { FrozenVersion, TaskResult, TaskRow } from '../app/tasks/attempts.ts'
import type { Precheck, StartableTask } from '../app/tasks/kind.ts'
import type { Subjects } from '../app/tasks/subjects.ts'
import type { VideoRow } from '../app/videos/rows.ts'
import type { Run } from '../jobs/run.ts'

/** A recipe's inputs. A missing one throws a TaskFailed. */
export interface TaskJob<Config> {
  readonly task: TaskRow
  readonly config: Config
  /** The video that the task is about. */
  readonly video: () => Promise<VideoRow>
  /** The version that the task was started with. */
  readonly frozenVersion: () => Promise<FrozenVersion>
}

/** The work of a task: a function that calls `run.step` for every result worth keeping. */
export type Recipe<Config> = (run: Run, job: TaskJob<Config>) => Promise<TaskResult>

/** A kind of task with its server side. */
export interface ServerTask extends StartableTask {
  /** Key of the message for a permanent internal fault; it gets the number of the log line. */
  readonly faultKey: string
  recipe(run: Run, job: Omit<TaskJob<unknown>, 'config'>): Promise<TaskResult>
}

interface TaskParts<Config extends z.ZodObject> {
  readonly kind: TaskKind<Config>
  readonly precheck: Precheck<z.output<Config>>
  readonly recipe: Recipe<z.output<Config>>
  /** Settings that a price request may leave out. */
  readonly defaults?: (subjects: Subjects) => z.input<Config>
  readonly faultKey?: string
}

/** Joins a kind with its precheck and recipe, which get the config parsed by the kind's schema. */
export function defineTask<Config extends z.ZodObject>(parts: TaskParts<Config>): ServerTask {
  const { kind, precheck, recipe, defaults, faultKey = 'task_fault' } = parts
  return {
    kind,
    faultKey,
    defaults: (subjects) => defaults?.(subjects) ?? {},
    precheck: async (facts) => precheck({ ...facts, config: kind.config.parse(facts.config) }),
    recipe: async (run, job) => recipe(run, { ...job, config: kind.config.parse(job.task.config) }),
  }
}
