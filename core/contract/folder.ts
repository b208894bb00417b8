import { z } from 'zod'
import { call, forPrograms, listOf, none } from './call.ts'
import { fileKinds, fileSorts } from '../domain/files.ts'
import { MOST_FOLDERS, nameLengths } from '../domain/limits.ts'
import { id, name, pageInput, pagePlace, queryInt, text } from './fields.ts'
import { version } from './subtitle.ts'
import { task } from './task.ts'
import { video } from './video.ts'

/** Most files of one move, deletion or download. */
const MOST_CHOSEN = 10_000
const ids = z.array(id).max(MOST_CHOSEN).default([])
const chosenFiles = { video_ids: ids, subtitles_ids: ids }

const folder = z
  .object({
    folder_id: z.string(),
    folder_name: z.string(),
    /** Videos, and subtitle files without a video. */
    file_sum: z.number().int(),
    video_sum: z.number().int(),
    create_time: z.string(),
  })
  .meta({ id: 'Folder' })
export type Folder = z.infer<typeof folder>

/** Folders of the personal space. */
export const folderCalls = {
  listFolders: call({
    method: 'GET',
    path: '/admin/space.folder/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Folders of the personal space',
    input: z.object({ ...pageInput, page_size: queryInt({ min: 1, max: MOST_FOLDERS }).default(20) }),
    data: listOf(folder),
  }),
  addFolder: call({
    method: 'POST',
    path: '/admin/space.folder/add',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Create a folder',
    input: z.object({ folder_name: name(nameLengths.folder) }),
    data: z.object({ folder_id: z.string() }),
  }),
  renameFolder: call({
    method: 'POST',
    path: '/admin/space.folder/rename',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a folder',
    input: z.object({ folder_id: id, folder_name: name(nameLengths.folder) }),
    data: none,
  }),
  listFiles: call({
    method: 'GET',
    path: '/admin/space.folder/getfiles',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Videos of a folder and its subtitle files without one, each video with its newest task, a page by cursor',
    input: z.object({
      folder_id: id,
      search: text(200).default(''),
      kind: z.enum(['all', ...fileKinds]).default('all'),
      sort: z.enum(fileSorts).default('created'),
      order: z.enum(['asc', 'desc']).default('desc'),
      /** `next` of the page before; empty for the first one. */
      after: pagePlace,
      limit: queryInt({ min: 1, max: 200 }).default(100),
    }),
    data: z.object({
      list: z.array(
        z.object({
          kind: z.enum(fileKinds),
          video: z.nullable(video),
          subtitle: z.nullable(version),
          task: z.nullable(task),
        }),
      ),
      /** Where the next page begins; empty after the last one. */
      next: z.string(),
      /** Number of matches; on the first page only. */
      total: z.nullable(z.number().int()),
    }),
  }),
  listFileIds: call({
    method: 'GET',
    path: '/admin/space.folder/getfileids',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The files of a folder that match, a page by cursor, with only the fields that a selection needs',
    input: z.object({
      folder_id: id,
      search: text(200).default(''),
      kind: z.enum(['all', ...fileKinds]).default('all'),
      sort: z.enum(fileSorts).default('created'),
      order: z.enum(['asc', 'desc']).default('desc'),
      /** `next` of the page before; empty for the first one. */
      after: pagePlace,
      limit: queryInt({ min: 1, max: MOST_CHOSEN }).default(2000),
    }),
    data: z.object({
      list: z.array(z.object({ kind: z.enum(fileKinds), id: z.string(), name: z.string(), language: z.string() })),
      /** Where the next page begins; empty after the last one. */
      next: z.string(),
    }),
  }),
  moveFiles: call({
    method: 'POST',
    path: '/admin/space.folder/movefiles',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Move videos and subtitle files into a folder, all or none; the speakers of their lines move too',
    input: z.object({ folder_id: id, ...chosenFiles }),
    data: z.object({ moved: z.number().int() }),
  }),
  deleteFiles: call({
    method: 'POST',
    path: '/admin/space.folder/delfiles',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete videos with their subtitles, and subtitle files; already deleted ones are ignored',
    input: z.object({ folder_id: id, ...chosenFiles }),
    data: z.object({ deleted: z.number().int() }),
  }),
  downloadFiles: call({
    method: 'POST',
    path: '/admin/space.folder/download',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 120 },
    summary: 'The address of a zip of a folder, or of some of its files',
    input: z.object({
      folder_id: id,
      /** Both left out for the whole folder. */
      video_ids: z.array(id).max(10_000).optional(),
      subtitles_ids: z.array(id).max(10_000).optional(),
      parts: z.enum(['all', 'videos', 'subtitles']).default('all'),
    }),
    data: z.object({ url: z.string(), file_name: z.string(), file_sum: z.number().int() }),
  }),
  deleteFolder: call({
    method: 'DELETE',
    path: '/admin/space.folder/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete a folder with all that is in it',
    input: z.object({ folder_id: id }),
    data: none,
  }),
}
