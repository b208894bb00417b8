import type { FileSort } from '#core/domain/files.ts'
import type { DataOf } from '#core/contract/index.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'

/** One of a folder's files. */
export type SpaceFile = DataOf<'listFiles'>['list'][number]

/** What a list of a folder's files shows, and in which order. */
export interface FileQuery {
  readonly folder_id: string
  readonly search: string
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

/** Tells a file from all others of the space. */
export function keyOf({ video, subtitle }: SpaceFile): string {
  return video ? `video:${video.video_id}` : `subtitle:${subtitle?.file_id ?? ''}`
}

/** Name of a file as it is shown. */
export function nameOf({ video, subtitle }: SpaceFile): string {
  return video?.video_name ?? subtitle?.name ?? ''
}

/** Ids of files as calls about several take them. */
export function idsOf(files: readonly SpaceFile[]): { video_ids: string[]; subtitles_ids: string[] } {
  return {
    video_ids: files.flatMap(({ video }) => (video ? [video.video_id] : [])),
    subtitles_ids: files.flatMap(({ subtitle }) => (subtitle ? [subtitle.file_id] : [])),
  }
}

const PAGE_SIZE = 100

/** The files that are known so far, and what keeps them up to date. */
export interface FileList extends Omit<KeysetList<SpaceFile>, 'items'> {
  /** Undefined until the first page came. */
  readonly files: readonly SpaceFile[] | undefined
}

/** Files of a folder, page by page. */
export function useFiles(query: FileQuery): FileList {
  const { items, ...list } = useKeyset('listFiles', query, PAGE_SIZE)
  return { ...list, files: items }
}
