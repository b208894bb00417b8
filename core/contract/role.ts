import { z } from 'zod'
import { roleLimits } from '../domain/limits.ts'
import { mostRoleVoices, voiceId } from '../tasks/dubbing.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, language, name, revision, text } from './fields.ts'
import { editedVersion, wireCue } from './subtitle.ts'

const role = z
  .object({
    folder_role_id: z.string(),
    role_name: z.string(),
    folder_id: z.string(),
    /** Addresses of pictures. */
    role_avatar: z.array(z.string()).readonly(),
    /** Lines in the active versions of the folder. */
    line_sum: z.number().int(),
    /** Dubbing voice by language. */
    voices: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Role' })
export type Role = z.infer<typeof role>

const roleName = name(roleLimits.nameLength)
const avatars = z.array(text(2000)).max(roleLimits.maxAvatars)

/** Speakers of a folder, shared by its subtitle versions. */
export const roleCalls = {
  listRoles: call({
    method: 'GET',
    path: '/admin/space.role/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Speakers of a folder, in the order of their creation',
    input: z.object({ folder_id: id }),
    data: listOf(role),
  }),
  addRole: call({
    method: 'POST',
    path: '/admin/space.role/add',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Add a speaker',
    input: z.object({ folder_id: id, role_name: roleName, role_avatar: avatars.default([]) }),
    data: role,
  }),
  editRole: call({
    method: 'POST',
    path: '/admin/space.role/edit',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a speaker or change the pictures; omitted fields stay',
    input: z.object({ folder_role_id: id, role_name: roleName.optional(), role_avatar: avatars.optional() }),
    data: role,
  }),
  deleteRole: call({
    method: 'DELETE',
    path: '/admin/space.role/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete a speaker and remove it from all lines of the folder',
    input: z.object({ folder_role_id: id }),
    data: none,
  }),
  markRole: call({
    method: 'POST',
    path: '/admin/space.role/markrole',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: 8 * 1024 ** 2 },
    summary: 'Set the speaker of some lines of a version at `revision`; without a speaker the tags are removed',
    input: z.object({
      file_id: id,
      revision,
      cue_ids: z.array(id).min(1).max(200_000),
      folder_role_id: z.array(id).max(64),
    }),
    data: editedVersion,
  }),
  setVoices: call({
    method: 'POST',
    path: '/admin/space.role/setvoices',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Choose the voices of the speakers of a folder in a language; without a voice, none is stored',
    input: z.object({
      folder_id: id,
      language,
      voices: z.array(z.object({ folder_role_id: id, voice: voiceId.or(z.literal('')) })).max(mostRoleVoices),
    }),
    data: listOf(role),
  }),
  copyRoles: call({
    method: 'POST',
    path: '/admin/file.srt/copyrole',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The lines of a version with the speakers of another version of the folder; nothing is stored',
    input: z.object({
      from_file_id: id,
      to_file_id: id,
      from_type: text(40).optional(),
      to_type: text(40).optional(),
    }),
    data: z.object({ subtitle_txt: z.array(wireCue), changed: z.number().int() }),
  }),
}
