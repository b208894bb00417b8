import type { RunRequest } from './kind.ts'

/** What each video has of its own, which its task takes from it. */
const ownFields = new Set(['video_id', 'file_id', 'second_file_id', 'source_language', 'to_language', 'role_voices'])

/** The fields of a configuration that hold for all videos. */
export function sharedConfig(request: RunRequest | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request?.choices ?? {}).filter(([field]) => !ownFields.has(field)))
}
