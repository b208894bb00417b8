import type { z } from 'zod'
import { apiKeyCalls } from './api-key.ts'
import { batchCalls } from './batch.ts'
import { chainCalls } from './chain.ts'
import { commentCalls } from './comment.ts'
import { engineCalls } from './engine.ts'
import { financeCalls } from './finance.ts'
import { folderCalls } from './folder.ts'
import { formCalls } from './form.ts'
import { importCalls } from './import.ts'
import { languageCalls } from './language.ts'
import { memoryCalls } from './memory.ts'
import { noticeCalls } from './notice.ts'
import { proCalls } from './pro.ts'
import { operationCalls } from './operation.ts'
import { ownListCalls } from './own-list.ts'
import { presenceCalls } from './presence.ts'
import { privacyCalls } from './privacy.ts'
import { projectCalls } from './project.ts'
import { readingCalls } from './reading.ts'
import { resultCalls } from './result.ts'
import { profileCalls } from './profile.ts'
import { reviewCalls } from './review.ts'
import { roleCalls } from './role.ts'
import { sampleCalls } from './sample.ts'
import { sessionCalls } from './session.ts'
import { shareCalls } from './share.ts'
import { staffCalls } from './staff.ts'
import { subtitleCalls } from './subtitle.ts'
import { systemCalls } from './system.ts'
import { takeCalls } from './take.ts'
import { taskCalls } from './task.ts'
import { uploadCalls } from './upload.ts'
import { videoCalls } from './video.ts'
import { voiceCalls } from './voice.ts'
import { workflowCalls } from './workflow.ts'
import { webhookCalls } from './webhook.ts'

/** Every call of the application: routes of the server and types of the browser's client. */
export const contract = {
  ...sessionCalls,
  ...languageCalls,
  ...uploadCalls,
  ...importCalls,
  ...folderCalls,
  ...videoCalls,
  ...subtitleCalls,
  ...roleCalls,
  ...operationCalls,
  ...reviewCalls,
  ...commentCalls,
  ...readingCalls,
  ...memoryCalls,
  ...shareCalls,
  ...ownListCalls,
  ...presenceCalls,
  ...workflowCalls,
  ...sampleCalls,
  ...taskCalls,
  ...takeCalls,
  ...batchCalls,
  ...chainCalls,
  ...projectCalls,
  ...proCalls,
  ...resultCalls,
  ...voiceCalls,
  ...engineCalls,
  ...formCalls,
  ...noticeCalls,
  ...systemCalls,
  ...profileCalls,
  ...financeCalls,
  ...apiKeyCalls,
  ...webhookCalls,
  ...staffCalls,
  ...privacyCalls,
}

export type Contract = typeof contract
export type CallName = keyof Contract
/** A call's input as sent. */
export type InputOf<N extends CallName> = z.input<Contract[N]['input']>
/** A call's input as parsed, with defaults. */
export type ParsedInputOf<N extends CallName> = z.output<Contract[N]['input']>
export type DataOf<N extends CallName> = z.output<Contract[N]['data']>
