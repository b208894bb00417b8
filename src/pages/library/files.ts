import type { FileSort } from '#core/domain/files.ts'
import type { DataOf } from '#core/contract/index.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'

/** A file of a folder. */
export type SpaceFile = DataOf<'listFiles'>['list'][number]

/** Filter and order of a folder's file list. */
export interface FileQuery {
  readonly folder_id: string
  readonly search: string
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

/** The fields that bulk acts need of a file, even one never shown. */
export type ChosenFile = DataOf<'listFileIds'>['list'][number]

/** A file in a selection. */
export function chosenOf({ video, subtitle }: SpaceFile): ChosenFile {
  if (video) return { kind: 'video', id: video.video_id, name: video.video_name, language: video.language }
  return {
    kind: 'subtitle',
    id: subtitle?.file_id ?? '',
    name: subtitle?.name ?? '',
    language: subtitle?.language ?? '',
  }
}

/** A unique key of a file. */
export function keyOf(file: SpaceFile | ChosenFile): string {
  return keyFor('video' in file ? chosenOf(file) : file)
}

/** The same, from the fields that are always known. */
export function keyFor({ kind, id }: Pick<ChosenFile, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** File ids as input of bulk calls. */
export function idsOf(files: readonly ChosenFile[]): { video_ids: string[]; subtitles_ids: string[] } {
  const ids = (kind: ChosenFile['kind']): string[] => files.flatMap((file) => (file.kind === kind ? [file.id] : []))
  return { video_ids: ids('video'), subtitles_ids: ids('subtitle') }
}

const PAGE_SIZE = 100

/** The loaded files, with their updates. */
export interface FileList extends Omit<KeysetList<SpaceFile>, 'items'> {
  /** Undefined until the first page is loaded. */
  readonly files: readonly SpaceFile[] | undefined
}

/** Files of a folder, page by page. */
export function useFiles(query: FileQuery): FileList {
  const { items, ...list } = useKeyset('listFiles', query, PAGE_SIZE)
  return { ...list, files: items }
}
