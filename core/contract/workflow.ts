import { z } from 'zod'
import { peopleLimits, stages } from '../domain/workflow.ts'
import { call, forPrograms, none } from './call.ts'
import { id, idOrNone, line, text } from './fields.ts'

const person = z.object({ person_id: z.string(), name: z.string() }).meta({ id: 'Person' })
export type Person = z.infer<typeof person>

const work = z
  .object({
    file_id: z.string(),
    video_id: z.string(),
    stage: z.enum(stages),
    /** Whether the text was edited after it was checked or delivered. */
    is_changed: z.boolean(),
    /** Id of the assignee; empty if unassigned. */
    assignee_id: z.string(),
  })
  .meta({ id: 'VersionWork' })
export type VersionWork = z.infer<typeof work>

/** The actor; the account itself if empty. */
const by = text(peopleLimits.nameLength).default('')
const fileIds = z.array(id).min(1).max(500)
const personName = line(peopleLimits.nameLength, 1)

/** Deadlines, people and stages of the versions of a folder. */
export const workflowCalls = {
  getWorkflow: call({
    method: 'GET',
    path: '/admin/space.folder/workflow',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The deadline of a folder, its people, and the number of versions in each stage',
    input: z.object({ folder_id: id }),
    data: z.object({
      /** Empty if there is none. */
      deadline: z.string(),
      people: z.array(person),
      /** Of its versions. */
      counts: z.record(z.enum(stages), z.number().int()),
    }),
  }),
  setDeadline: call({
    method: 'POST',
    path: '/admin/space.folder/setdeadline',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set or clear the deadline of a folder',
    input: z.object({ folder_id: id, deadline: z.nullable(z.iso.datetime({ offset: true })) }),
    data: none,
  }),
  addPerson: call({
    method: 'POST',
    path: '/admin/space.folder/addperson',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Add a person to a folder; the same name is not added twice',
    input: z.object({ folder_id: id, name: personName }),
    data: person,
  }),
  editPerson: call({
    method: 'POST',
    path: '/admin/space.folder/editperson',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a person of a folder',
    input: z.object({ person_id: id, name: personName }),
    data: person,
  }),
  deletePerson: call({
    method: 'DELETE',
    path: '/admin/space.folder/delperson',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Remove a person from a folder: their versions become unassigned, their entries stay',
    input: z.object({ person_id: id }),
    data: none,
  }),
  setStage: call({
    method: 'POST',
    path: '/admin/file.srt/setstage',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set the stage of versions: all of them or none',
    input: z.object({ file_ids: fileIds, stage: z.enum(stages), person: by }),
    data: z.object({ list: z.array(work) }),
  }),
  assignVersions: call({
    method: 'POST',
    path: '/admin/file.srt/assign',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Assign versions to a person of their folder, or unassign them',
    input: z.object({ file_ids: fileIds, person_id: idOrNone, person: by }),
    data: z.object({ list: z.array(work) }),
  }),
  listStageEntries: call({
    method: 'GET',
    path: '/admin/file.srt/stages',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The log of a version: who did what and when, newest first',
    input: z.object({ file_id: id }),
    data: z.object({
      list: z.array(
        z.object({
          kind: z.enum(['stage', 'assignee']),
          person: z.string(),
          from: z.string(),
          to: z.string(),
          create_time: z.string(),
        }),
      ),
    }),
  }),
}
