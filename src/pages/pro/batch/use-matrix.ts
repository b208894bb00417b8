import { useEffect, useState } from 'react'
import type { MatrixCell } from '#core/contract/batch.ts'
import type { DataOf } from '#core/contract/index.ts'
import { CREDIT_REFRESH_MS } from '#core/domain/limits.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'

type Answer = DataOf<'getBatchMatrix'>

/** Files with their tasks by language. */
export interface Matrix {
  readonly files: NonNullable<Answer['files']>
  readonly cells: ReadonlyMap<string, MatrixCell>
  readonly cursor: string
}

/** Least interval between requests for changes. */
const ASK_MS = 1000

function withAnswer(known: Matrix | undefined, { files, cells, cursor }: Answer): Matrix {
  const base = files ? new Map<string, MatrixCell>() : new Map(known?.cells)
  for (const cell of cells) base.set(cell.task_id, cell)
  return { files: files ?? known?.files ?? [], cells: base, cursor }
}

/** Reads a matrix and then its changes until `signal` aborts; one request at a time. */
function follow(
  batchId: string,
  { onMatrix, onError }: { onMatrix: (matrix: Matrix) => void; onError: (error: CallFailed) => void },
  signal: AbortSignal,
): void {
  let known: Matrix | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWhole = true
  const ask = async (): Promise<void> => {
    const after = isWhole ? '' : (known?.cursor ?? '')
    isWhole = false
    try {
      known = withAnswer(known, await call('getBatchMatrix', { batch_id: batchId, after }, { signal }))
      onMatrix(known)
    } catch (error) {
      isWhole = true
      if (error instanceof CallFailed) onError(error)
      else if (!signal.aborted) throw error
    }
  }
  const askSoon = (): void => {
    timer ??= setTimeout(() => {
      void ask().finally(() => (timer = undefined))
    }, ASK_MS)
  }
  const askAll = (): void => {
    isWhole = true
    askSoon()
  }
  const stop = onLiveEvents((event) => event.kind === 'task' && askSoon(), askAll)
  // In case an event is lost, or a task is deleted elsewhere.
  const each = setInterval(() => !document.hidden && askAll(), CREDIT_REFRESH_MS)
  signal.addEventListener('abort', () => {
    stop()
    clearInterval(each)
    clearTimeout(timer)
  })
  void ask()
}

/** A batch's tasks by file and language, kept current with at most one request a second. */
export function useMatrix(batchId: string): { matrix: Matrix | undefined; error: CallFailed | undefined } {
  const [matrix, setMatrix] = useState<Matrix>()
  const [error, setError] = useState<CallFailed>()
  useEffect(() => {
    const control = new AbortController()
    follow(
      batchId,
      {
        onMatrix: (next) => {
          setError(undefined)
          setMatrix(next)
        },
        onError: setError,
      },
      control.signal,
    )
    return () => control.abort()
  }, [batchId])
  return { matrix, error }
}
