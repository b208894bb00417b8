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

/** As much of a file as doing something to it takes: also of one that was never on the page. */
export type ChosenFile = DataOf<'listFileIds'>['list'][number]

/** What stands for a file among the chosen ones. */
export function chosenOf({ video, subtitle }: SpaceFile): ChosenFile {
  if (video) return { kind: 'video', id: video.video_id, name: video.video_name, language: video.language }
  return {
    kind: 'subtitle',
    id: subtitle?.file_id ?? '',
    name: subtitle?.name ?? '',
    language: subtitle?.language ?? '',
  }
}

/** Tells a file from all others of the space. */
export function keyOf(file: SpaceFile | ChosenFile): string {
  return keyFor('video' in file ? chosenOf(file) : file)
}

/** The same, of what is known of it in any case. */
export function keyFor({ kind, id }: Pick<ChosenFile, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** Ids of files as calls about several take them. */
export function idsOf(files: readonly ChosenFile[]): { video_ids: string[]; subtitles_ids: string[] } {
  const ids = (kind: ChosenFile['kind']): string[] => files.flatMap((file) => (file.kind === kind ? [file.id] : []))
  return { video_ids: ids('video'), subtitles_ids: ids('subtitle') }
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
