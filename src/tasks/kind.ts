import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { InputOf } from '#core/contract/index.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'

/** A task that was started. */
export interface StartedTask {
  readonly task_id: string
}

/** The user's choices, ready to be priced and started. */
export interface RunRequest {
  readonly quote: InputOf<'quote'>
  /** Idempotency data: equal choices started twice are one task. */
  readonly choices: Readonly<Record<string, unknown>>
  /** What must be done before the start, in words; undefined if ready. */
  readonly missing?: string
  start(idempotencyKey: string): Promise<StartedTask>
}

/** Choices for all videos: the configuration's fields without those of single videos. */
export type SharedConfig = Readonly<Record<string, unknown>>

/** Stored fields of a configuration, validated by the server. */
export type Initial = Readonly<Record<string, unknown>>

/** Props of a finished task's acts. */
export interface ResultProps {
  readonly task: Task
  /** In a row of a list: the first act has words, the others are icons. */
  readonly isRow?: boolean | undefined
}

/** Props of a kind's form. */
export interface FormProps {
  readonly video: Video
  /** Stored choices, such as a project's. */
  readonly initial?: Initial | undefined
  /** Whether the choices are for several videos, `video` being one: individual ones are left out. */
  readonly isForSeveral?: boolean | undefined
  /** Whether the erasure's preview starts when the form opens. */
  readonly looksAtOnce?: boolean | undefined
  /** Languages chosen beside the form: it shows none, and its request is for the first; there is none without one. */
  readonly targets?: readonly LanguageCode[] | undefined
  /** Whether the form is a page with room for cards; `targets` are chosen in it by this then. */
  readonly onTargets?: ((targets: readonly LanguageCode[]) => void) | undefined
  /** Renders the fields. The request is undefined while a choice is missing; the shared configuration is always there. */
  readonly children: (fields: ReactNode, request: RunRequest | undefined, config: SharedConfig) => ReactNode
}

/** One kind of task in the interface. Everything kind-specific is in its entry. */
export interface TaskKind {
  /** Type of its kind, as in `core/tasks`. */
  readonly type: string
  /** Key in `tasks`: the name of such a task. */
  readonly name: ParseKeys<'tasks'>
  /** Key in `tasks`: the name of the act, in menus and dialog titles. */
  readonly title: ParseKeys<'tasks'>
  readonly icon: ComponentType<{ size?: number }>
  /** True if the video itself is processed, and must be prepared first. */
  readonly needsVideo: boolean
  /** True if a sound has nothing to process. */
  readonly needsPicture?: boolean
  /** Whether languages are made, used, or neither. */
  readonly languages: 'made' | 'used' | 'none'
  /** Fields of its configuration. */
  readonly Form: ComponentType<FormProps>
  /** How a finished task's result is opened and downloaded. */
  readonly Result: ComponentType<ResultProps>
}
