/** The calls of an installation by an API key, for programs in Node (20 and later) and in browsers. */
export type { CallName, DataOf, InputOf } from './calls.ts'
export { type ChainWaitOptions, waitForChain } from './chains.ts'
export { type CallOptions, Client, type ClientOptions } from './client.ts'
export {
  CallError,
  Conflict,
  type Failure,
  NoCredits,
  NotFound,
  NotPermitted,
  Refused,
  ServerFault,
  TooManyCalls,
  UnderMaintenance,
  Unreachable,
  WrongKey,
} from './errors.ts'
export { TaskFailed, waitForTask, type WaitOptions } from './tasks.ts'
export { preparedVideo, type UploadOptions, uploadVideo, type VideoFile } from './upload.ts'
export { verifyWebhook, type VerifyOptions, type WebhookEvent, WrongSignature } from './webhook.ts'
