import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import type { Patch } from '#core/subtitle/patch.ts'
import { replayPatch } from '#core/subtitle/replay.ts'
import { fromWire, toWire } from '#core/subtitle/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import type { OtherChange } from '../document/history.ts'

/** Another version as it was read, to change it together with the open one. */
export interface LinkedVersion {
  readonly fileId: string
  readonly revision: number
  readonly list: CueList
}

/** Somebody changed one of them meanwhile: what was planned is of yesterday, and nothing was written. */
export class VersionsChanged extends Error {}

const ATTEMPTS = 3

export async function readVersion(fileId: string, signal?: AbortSignal): Promise<LinkedVersion> {
  const { revision, subtitle_txt } = await call('getVersion', { file_id: fileId }, signal ? { signal } : {})
  return { fileId, revision, list: cueList(fromWire(subtitle_txt) ?? []) }
}

/** Writes planned changes to several versions, all or none. Rejects with OthersChanged or a CallFailed. */
export async function writeVersions(
  changes: readonly { readonly version: LinkedVersion; readonly patch: Patch }[],
): Promise<OtherChange[]> {
  const wanted = changes.filter(({ patch }) => patch.length > 0)
  if (wanted.length === 0) return []
  try {
    await call('editVersions', {
      edits: wanted.map(({ version: { fileId, revision, list }, patch }) => ({
        file_id: fileId,
        revision,
        subtitle_txt: toWire(replayPatch(list.cues, patch)),
      })),
    })
  } catch (error) {
    throw isStale(error) ? new VersionsChanged() : error
  }
  return wanted.map(({ version, patch }) => ({ fileId: version.fileId, patch }))
}

/** The same change on what the other versions hold now: lines that were edited since keep what is not part of it. */
export async function repeatEdits(others: readonly OtherChange[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const read = await Promise.all(others.map(({ fileId }) => readVersion(fileId)))
    try {
      await writeVersions(read.map((version, at) => ({ version, patch: others[at]!.patch })))
      return
    } catch (error) {
      if (!(error instanceof VersionsChanged) || attempt === ATTEMPTS) throw error
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof CallFailed && (error.data as { list?: unknown } | undefined)?.list !== undefined
}
