import type { Video } from '#core/contract/video.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { replayPatch } from '#core/subtitle/cue/replay.ts'
import { fromWire, toWire } from '#core/subtitle/cue/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import type { OtherChange } from '../../model/document/history.ts'

/** Another version as loaded, to be changed together with the open one. */
export interface LinkedVersion {
  readonly fileId: string
  readonly revision: number
  readonly list: CueList
}

/** A planned change of another version. */
export interface PlannedChange {
  readonly version: LinkedVersion
  readonly patch: Patch
}

/** Loads and writes versions other than the open one. */
export interface VersionStore {
  read(fileId: string, signal?: AbortSignal): Promise<LinkedVersion>
  /** Writes all planned changes or none. Rejects with VersionsChanged or a CallFailed. */
  write(changes: readonly PlannedChange[]): Promise<readonly OtherChange[]>
}

/** Versions on the server. */
export const versionStore: VersionStore = { read: readVersion, write: writeVersions }

/** A version was changed elsewhere after it was loaded; nothing was written. */
export class VersionsChanged extends Error {}

const ATTEMPTS = 3

async function readVersion(fileId: string, signal?: AbortSignal): Promise<LinkedVersion> {
  const { revision, subtitle_txt } = await call('getVersion', { file_id: fileId }, signal ? { signal } : {})
  return { fileId, revision, list: cueList(fromWire(subtitle_txt) ?? []) }
}

async function writeVersions(changes: readonly PlannedChange[]): Promise<readonly OtherChange[]> {
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

/** Repeats changes on the current state of the versions; other edits since are kept. */
export async function repeatEdits(store: VersionStore, others: readonly OtherChange[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const read = others.map(async ({ fileId, patch }) => ({ version: await store.read(fileId), patch }))
    try {
      await store.write(await Promise.all(read))
      return
    } catch (error) {
      if (!(error instanceof VersionsChanged) || attempt === ATTEMPTS) throw error
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof CallFailed && (error.data as { list?: unknown } | undefined)?.list !== undefined
}

/** Creates a version without lines, in the video's language if the product has it; returns its id. */
export async function addEmptyVersion({ folder_id, video_id, video_name: name, language }: Video): Promise<string> {
  const code = isLanguageCode(language) ? language : 'en'
  const { file_id } = await call('addVersion', { folder_id, video_id, name, language: code })
  await refresh('listVersions', 'listVideos', 'listFiles')
  return file_id
}
