/**
 * Why media work failed. `truncated` and `source_lost` may follow results; `atMs` is the end of the readable part.
 * `core_missing`: the decoder did not load; `core_failed`: it crashed twice at the same work.
 */
export type MediaFault =
  | 'unsupported'
  | 'unreadable'
  | 'truncated'
  | 'no_video'
  | 'no_audio'
  | 'source_lost'
  | 'core_missing'
  | 'core_failed'
  | 'cancelled'

/** Failed media work with its fault and the decoder's message. */
export class MediaFailed extends Error {
  readonly fault: MediaFault
  readonly atMs: number | undefined
  /** Whether a retry may succeed soon. */
  readonly mayPass: boolean
  constructor(fault: MediaFault, detail = '', { atMs, mayPass = false }: { atMs?: number; mayPass?: boolean } = {}) {
    super(`${fault} ${detail}`.trim())
    this.fault = fault
    this.atMs = atMs
    this.mayPass = mayPass
  }
}

/** A result across a worker's boundary, where errors lose their fields. */
export type WorkerReply<T> = { value: T } | { fault: MediaFault; detail: string; atMs?: number | undefined }

/** A worker's reply: a `MediaFailed` becomes data, other errors are thrown. */
export async function replyOf<T>(work: Promise<T>): Promise<WorkerReply<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof MediaFailed)) throw error
    return { fault: error.fault, detail: error.message.slice(error.fault.length + 1), atMs: error.atMs }
  }
}

/** The value of a worker's reply; throws its `MediaFailed`. */
export function valueOfReply<T>(result: WorkerReply<T>): T {
  if ('value' in result) return result.value
  throw new MediaFailed(result.fault, result.detail, result.atMs === undefined ? {} : { atMs: result.atMs })
}
