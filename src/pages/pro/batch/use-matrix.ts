import { useEffect, useState } from 'react'
import type { MatrixCell } from '#core/contract/batch.ts'
import type { DataOf } from '#core/contract/index.ts'
import { CREDIT_REFRESH_MS } from '#core/domain/limits.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'

type Answer = DataOf<'getBatchMatrix'>

/** Files and the tasks of each, by language. */
export interface Matrix {
  readonly files: NonNullable<Answer['files']>
  readonly cells: ReadonlyMap<string, MatrixCell>
  readonly cursor: string
}

/** What changed is asked for at most so often, however many tasks tell of it. */
const ASK_MS = 1000

function withAnswer(known: Matrix | undefined, { files, cells, cursor }: Answer): Matrix {
  const base = files ? new Map<string, MatrixCell>() : new Map(known?.cells)
  for (const cell of cells) base.set(cell.task_id, cell)
  return { files: files ?? known?.files ?? [], cells: base, cursor }
}

/** Reads a matrix and then only its changes, until `signal` ends it; one question is under way at a time. */
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
  // Should an event get lost, or a task be deleted elsewhere.
  const each = setInterval(() => !document.hidden && askAll(), CREDIT_REFRESH_MS)
  signal.addEventListener('abort', () => {
    stop()
    clearInterval(each)
    clearTimeout(timer)
  })
  void ask()
}

/** The tasks of a batch by file and language, up to date: a first reading, then what changed, once a second at most. */
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
