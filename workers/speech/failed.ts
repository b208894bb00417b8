/**
 * Why recognition failed. `missing`: the server has no weights; `offline`: unreachable and nothing cached; `damaged`:
 * other content than announced; `memory`: the browser gave no more.
 */
export type SpeechFault = 'missing' | 'offline' | 'damaged' | 'memory' | 'failed'

/** Failed recognition with its fault and the original message. */
export class SpeechFailed extends Error {
  readonly fault: SpeechFault
  constructor(fault: SpeechFault, detail = '') {
    super(detail || fault)
    this.fault = fault
  }
}

/** A result across a worker's boundary, where errors lose their fields. */
export type SpeechReply<T> = { readonly value: T } | { readonly fault: SpeechFault; readonly detail: string }

const MEMORY = /memory|alloc|out of bounds/i

/** A reply of work; WebAssembly's out-of-memory errors are recognised. */
export async function speechReply<T>(work: Promise<T>): Promise<SpeechReply<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof SpeechFailed) return { fault: error.fault, detail: error.message }
    const detail = error instanceof Error ? error.message : String(error)
    return { fault: error instanceof RangeError || MEMORY.test(detail) ? 'memory' : 'failed', detail }
  }
}

/** The value of a worker's reply; throws its SpeechFailed. */
export function valueOfSpeech<T>(reply: SpeechReply<T>): T {
  if ('value' in reply) return reply.value
  throw new SpeechFailed(reply.fault, reply.detail)
}
