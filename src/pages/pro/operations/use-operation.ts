import { useState } from 'react'
import type { ChangedMeanwhile, NamedVersion, OperationOutcome } from '#core/contract/operation.ts'
import type { DataOf, InputOf } from '#core/contract/index.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'

export type Operation = InputOf<'planOperation'>['operation']
/** A dry run's request. */
export type OperationChoice = InputOf<'planOperation'>

/** A dry run: request, result, and the key under which it runs once. */
interface DryRun {
  readonly choice: OperationChoice
  readonly data: DataOf<'planOperation'>
  readonly key: string
}

/** Calls that show cues of versions. */
const shown = [
  'listProVideos',
  'listProSubtitles',
  'getProFolder',
  'listVersions',
  'listFlags',
  'listOperations',
] as const

/** A folder's operation: dry run, the change itself, and conflicting changes. */
export function useOperation() {
  const [dryRun, setDryRun] = useState<DryRun>()
  const [meanwhile, setMeanwhile] = useState<readonly NamedVersion[]>([])
  const [busy, setBusy] = useState(false)
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const changed = changedIn(error)
      if (changed.length > 0) {
        // A deleted one keeps its name from the dry run.
        const ids = new Set(changed.map(({ file_id }) => file_id))
        setMeanwhile(dryRun?.data.list.filter(({ file_id }) => ids.has(file_id)) ?? [])
        setDryRun(undefined)
      } else notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const plan = (choice: OperationChoice): Promise<void> =>
    guarded(async () => {
      setMeanwhile([])
      setDryRun({ choice, data: await call('planOperation', choice), key: idempotencyKey() })
    })
  const run = (onDone: (done: { changed: number; versions: number }) => void): Promise<void> =>
    guarded(async () => {
      if (!dryRun || dryRun.choice.operation.kind === 'check') return
      const { operation } = await call('runOperation', {
        folder_id: dryRun.choice.folder_id,
        operation: dryRun.choice.operation,
        versions: dryRun.data.list.map(({ file_id, revision }) => ({ file_id, revision })),
        person: workingAs.get(),
        idempotency_key: dryRun.key,
      })
      setDryRun(undefined)
      await refresh(...shown)
      if (operation) onDone(operation)
    })
  return { dryRun, meanwhile, busy, plan, run, forget: () => setDryRun(undefined) }
}

/** Undoes an operation; returns the versions edited since if it was refused. */
export async function undo(operationId: string, skipEdited: boolean): Promise<readonly NamedVersion[]> {
  try {
    await call('undoOperation', { operation_id: operationId, skip_edited: skipEdited })
    await refresh(...shown)
    return []
  } catch (error) {
    const changed = changedIn(error)
    const edited = changed.filter((each) => each.reason === 'edited')
    if (edited.length === 0) throw error
    return edited
  }
}

/** Versions that a refused call names as changed since the dry run. */
function changedIn(error: unknown): readonly ChangedMeanwhile[] {
  if (!(error instanceof CallFailed) || typeof error.data !== 'object' || error.data === null) return []
  return 'changed_meanwhile' in error.data ? (error.data.changed_meanwhile as ChangedMeanwhile[]) : []
}

/** Versions that an operation affects, faulty ones first. */
export function affected(list: readonly OperationOutcome[], isCheck: boolean): readonly OperationOutcome[] {
  return list
    .filter(({ changed, fault, findings }) => (isCheck ? findings.length > 0 : fault !== null || changed > 0))
    .toSorted((a, b) => Number(b.fault !== null) - Number(a.fault !== null))
}
