import type { z } from 'zod'
import { batchCalls } from './batch.ts'
import { engineCalls } from './engine.ts'
import { folderCalls } from './folder.ts'
import { formCalls } from './form.ts'
import { languageCalls } from './language.ts'
import { noticeCalls } from './notice.ts'
import { projectCalls } from './project.ts'
import { resultCalls } from './result.ts'
import { profileCalls } from './profile.ts'
import { roleCalls } from './role.ts'
import { sampleCalls } from './sample.ts'
import { sessionCalls } from './session.ts'
import { subtitleCalls } from './subtitle.ts'
import { systemCalls } from './system.ts'
import { taskCalls } from './task.ts'
import { uploadCalls } from './upload.ts'
import { videoCalls } from './video.ts'
import { voiceCalls } from './voice.ts'

/** Every call of the application: the server registers these, the browser's client is typed by them. */
export const contract = {
  ...sessionCalls,
  ...languageCalls,
  ...uploadCalls,
  ...folderCalls,
  ...videoCalls,
  ...subtitleCalls,
  ...roleCalls,
  ...sampleCalls,
  ...taskCalls,
  ...batchCalls,
  ...projectCalls,
  ...resultCalls,
  ...voiceCalls,
  ...engineCalls,
  ...formCalls,
  ...noticeCalls,
  ...systemCalls,
  ...profileCalls,
}

export type Contract = typeof contract
export type CallName = keyof Contract
/** What a caller writes. */
export type InputOf<N extends CallName> = z.input<Contract[N]['input']>
/** What a handler receives, defaults filled in. */
export type ParsedInputOf<N extends CallName> = z.output<Contract[N]['input']>
export type DataOf<N extends CallName> = z.output<Contract[N]['data']>
