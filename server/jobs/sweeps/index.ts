import { accountSweep, exportSweep, mailSweep } from './accounts.ts'
import { artifactSweep } from './artifacts.ts'
import { avatarSweep } from './avatars.ts'
import { auditSweep, expirySweep, giftSweep } from './credits.ts'
import { chainSweep } from './chains.ts'
import { formSweep } from './forms.ts'
import { importedFileSweep } from './imported-files.ts'
import { logSweep } from './logs.ts'
import { missedSweep, orderSweep, secondPaymentSweep } from './payments.ts'
import { resultSweep } from './results.ts'
import { sessionSweep } from './sessions.ts'
import { signInSweep } from './sign-ins.ts'
import { stepSweep } from './steps.ts'
import type { Sweep } from './sweep.ts'
import { uploadSweep } from './uploads.ts'
import { assetSweep, subtitleFileSweep, videoSweep } from './videos.ts'
import { visitorSweep } from './visitors.ts'
import { workerSweep } from './workers.ts'

export { workFolderSweep } from './work-folders.ts'

/** All sweeps of the installation. */
export const sweeps: readonly Sweep[] = [
  workerSweep,
  chainSweep,
  sessionSweep,
  signInSweep,
  uploadSweep,
  avatarSweep,
  importedFileSweep,
  videoSweep,
  subtitleFileSweep,
  resultSweep,
  visitorSweep,
  assetSweep,
  artifactSweep,
  stepSweep,
  logSweep,
  formSweep,
  expirySweep,
  giftSweep,
  auditSweep,
  orderSweep,
  secondPaymentSweep,
  missedSweep,
  accountSweep,
  exportSweep,
  mailSweep,
]
