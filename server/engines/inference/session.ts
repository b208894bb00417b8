import { availableParallelism } from 'node:os'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { MakeTensor } from '#core/speech/model-runtime.ts'

const sessions = new Map<string, Promise<InferenceSession>>()

/** A model file, loaded once, on at most four threads. */
export function sessionOf(path: string): Promise<InferenceSession> {
  let session = sessions.get(path)
  if (!session) {
    session = load(path)
    sessions.set(path, session)
  }
  return session
}

async function load(path: string): Promise<InferenceSession> {
  const { InferenceSession } = await import('onnxruntime-node')
  return InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.min(4, availableParallelism()),
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Idle threads sleep: spinning takes as much processor time as the work.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

/** Tensors for the models of the core. */
export const makeTensor: MakeTensor<Tensor> = (type, data, dims) => new Tensor(type, data, dims)
