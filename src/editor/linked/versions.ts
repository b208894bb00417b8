import type { Video } from '#core/contract/video.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import type { Patch } from '#core/subtitle/patch.ts'
import { replayPatch } from '#core/subtitle/replay.ts'
import { fromWire, toWire } from '#core/subtitle/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import type { OtherChange } from '../document/history.ts'

/** Another version as it was read, to change it together with the open one. */
export interface LinkedVersion {
  readonly fileId: string
  readonly revision: number
  readonly list: CueList
}

/** A change of another version that is planned but not written. */
export interface PlannedChange {
  readonly version: LinkedVersion
  readonly patch: Patch
}

/** Reads and writes other versions than the open one. */
export interface VersionStore {
  read(fileId: string, signal?: AbortSignal): Promise<LinkedVersion>
  /** Writes all planned changes or none. Rejects with VersionsChanged or a CallFailed. */
  write(changes: readonly PlannedChange[]): Promise<readonly OtherChange[]>
}

/** The versions on the server. */
export const versionStore: VersionStore = { read: readVersion, write: writeVersions }

/** One of the versions was changed elsewhere after it was read; nothing was written. */
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

/** Makes the same changes in what the versions hold now; what was edited since and is no part of the changes stays. */
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

/** Makes a version without lines, in the video's language where that is one of ours; gives its id. */
export async function addEmptyVersion({ folder_id, video_id, video_name: name, language }: Video): Promise<string> {
  const code = isLanguageCode(language) ? language : 'en'
  const { file_id } = await call('addVersion', { folder_id, video_id, name, language: code })
  await refresh('listVersions', 'listVideos', 'listFiles')
  return file_id
}
