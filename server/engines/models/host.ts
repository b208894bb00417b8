import { join } from 'node:path'
import { InferenceHost } from '../inference/host.ts'
import type { ModelOperations } from './operations.ts'

/** Half a minute of sound by a large model on few cores. */
const TIMEOUT_MS = 900_000

const host = new InferenceHost<ModelOperations>(join(import.meta.dirname, 'models.child.ts'), TIMEOUT_MS)

/**
 * Runs a downloaded model, in a process apart from the default install's models: each has its own runtime. Throws as
 * `infer` does.
 */
export const inferByModel: InferenceHost<ModelOperations>['ask'] = (...question) => host.ask(...question)
