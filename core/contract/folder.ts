import { z } from 'zod'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, name, pageInput } from './fields.ts'

const folder = z
  .object({ folder_id: z.string(), folder_name: z.string(), file_sum: z.number().int(), create_time: z.string() })
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
    input: z.object(pageInput),
    data: listOf(folder),
  }),
  addFolder: call({
    method: 'POST',
    path: '/admin/space.folder/add',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Make a folder',
    input: z.object({ folder_name: name(100) }),
    data: z.object({ folder_id: z.string() }),
  }),
  renameFolder: call({
    method: 'POST',
    path: '/admin/space.folder/rename',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a folder',
    input: z.object({ folder_id: id, folder_name: name(100) }),
    data: none,
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
