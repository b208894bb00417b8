/**
 * Why nothing was heard. `missing`: the server has no weights; `offline`: it can't be reached and nothing is kept here;
 * `damaged`: what came is not what the server said; `memory`: the browser gave no more.
 */
export type SpeechFault = 'missing' | 'offline' | 'damaged' | 'memory' | 'failed'

/** Hearing that failed, with its fault and the words of whatever failed. */
export class SpeechFailed extends Error {
  readonly fault: SpeechFault
  constructor(fault: SpeechFault, detail = '') {
    super(detail || fault)
    this.fault = fault
  }
}

/** How a result crosses a worker's boundary, where errors lose their fields. */
export type SpeechReply<T> = { readonly value: T } | { readonly fault: SpeechFault; readonly detail: string }

const MEMORY = /memory|alloc|out of bounds/i

/** A reply of work; what WebAssembly throws for want of memory is told apart from other faults. */
export async function speechReply<T>(work: Promise<T>): Promise<SpeechReply<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof SpeechFailed) return { fault: error.fault, detail: error.message }
    const detail = error instanceof Error ? error.message : String(error)
    return { fault: error instanceof RangeError || MEMORY.test(detail) ? 'memory' : 'failed', detail }
  }
}

/** The value of a worker's reply; throws the SpeechFailed that it carries. */
export function valueOfSpeech<T>(reply: SpeechReply<T>): T {
  if ('value' in reply) return reply.value
  throw new SpeechFailed(reply.fault, reply.detail)
}
