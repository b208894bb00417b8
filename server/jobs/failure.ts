import type { EnginePort } from '#core/domain/engines.ts'
import type { Failure } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import { EngineError } from '../engines/engine-error.ts'
import { ProgramMissing } from '../engines/program.ts'
import { EngineMissing } from '../engines/registry.ts'
import { isStorageFull } from '../store/storage-full.ts'

/** The message about a permanent fault; `logId` finds it in the log. */
export function failureOf(
  error: unknown,
  { logId, isForOthers }: { readonly logId: string; readonly isForOthers: boolean },
): Failure | undefined {
  if (error instanceof Refusal) return { key: error.key, params: error.params }
  if (isStorageFull(error)) return { key: 'storage_full' }
  if (error instanceof EngineError)
    return isForOthers
      ? { key: `service_${error.fault}`, params: { id: logId } }
      : { key: 'service_failed', params: { detail: error.message } }
  if (error instanceof EngineMissing) return failureOfMissing(error)
  if (error instanceof ProgramMissing) return { key: 'engine_missing', params: { name: error.program } }
  return undefined
}

const missingEngineKeys: Partial<Record<EnginePort, string>> = {
  asr: 'no_speech_engine',
  ocr: 'no_reading_engine',
  translate: 'no_translate_engine',
}

function failureOfMissing({ port, need, program }: EngineMissing): Failure {
  const key = missingEngineKeys[port]
  return key === undefined ? { key: 'engine_missing', params: { name: program } } : { key, params: { ...need } }
}
