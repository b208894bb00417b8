import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { InputOf } from '#core/contract/index.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'

/** What a person has chosen, ready to be priced and started. */
export interface RunRequest {
  readonly quote: InputOf<'quote'>
  /** All choices: the same ones started twice are one task. */
  readonly choices: Readonly<Record<string, unknown>>
  /** What has to be done before it can be started, in words; nothing where it can be. */
  readonly missing?: string
  start(idempotencyKey: string): Promise<unknown>
}

/** What is chosen for all videos: fields of the kind's configuration without those that each video has of its own. */
export type SharedConfig = Readonly<Record<string, unknown>>

/** Fields of a configuration as the server kept them: it checks them by the kind's schema. */
export type Initial = Readonly<Record<string, unknown>>

/** Props of a kind's form. */
export interface FormProps {
  readonly video: Video
  /** Choices that were kept earlier, such as those of a project. */
  readonly initial?: Initial | undefined
  /** Whether the choices are for several videos, of which `video` is one: what each has of its own is not asked for. */
  readonly isForSeveral?: boolean | undefined
  /** Whether what would go of a picture is looked at as soon as the form opens. */
  readonly looksAtOnce?: boolean | undefined
  /** Languages that are chosen beside the form: it asks for none, and its request is for the first. */
  readonly targets?: readonly LanguageCode[] | undefined
  /** Frames the fields. The request is undefined while a choice is missing; the configuration that other videos share is there. */
  readonly children: (fields: ReactNode, request: RunRequest | undefined, config: SharedConfig) => ReactNode
}

/** One kind of task as people see it. Everything that depends on the kind stands in its entry. */
export interface TaskKind {
  /** Type of its kind, as in `core/tasks`. */
  readonly type: string
  /** Message in `tasks`: what such a task is called. */
  readonly name: ParseKeys<'tasks'>
  /** Message in `tasks`: what starting one is called, in menus and as title of its dialog. */
  readonly title: ParseKeys<'tasks'>
  readonly icon: ComponentType<{ size?: number }>
  /** True where the video itself is worked on, so that it has to be prepared first. */
  readonly needsVideo: boolean
  /** True where a sound has nothing to be worked on. */
  readonly needsPicture?: boolean
  /** Whether languages are made, or versions in them are used, or neither. */
  readonly languages: 'made' | 'used' | 'none'
  /** Fields of its configuration. */
  readonly Form: ComponentType<FormProps>
  /** How the result of a finished task is opened and downloaded. */
  readonly Result: ComponentType<{ task: Task }>
}
