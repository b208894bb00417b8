import { z } from 'zod'
import { projectLimits } from '../domain/limits.ts'
import { projectTypes } from '../tasks/project.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, idempotencyKey, language, name, pageInput, text } from './fields.ts'
import { videoCalls } from './video.ts'

const project = z
  .object({
    project_id: z.string(),
    project_name: z.string(),
    /** Its purpose: the page that lists it. */
    task_type: z.enum(projectTypes),
    /** Folder of videos uploaded into it. */
    folder_id: z.string(),
    /** Kind of task of its last configuration, and the configuration. */
    run_type: z.string(),
    task_config: z.record(z.string(), z.unknown()),
    file_sum: z.number().int(),
    /** Addresses of its first videos' covers. */
    covers: z.array(z.string()).readonly(),
    task_sum: z.number().int(),
    task_sum_ing: z.number().int(),
    task_sum_success: z.number().int(),
    task_sum_fail: z.number().int(),
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof project>

const projectName = name(projectLimits.nameLength)
const videoIds = z.array(id).min(1).max(projectLimits.mostVideos)

/** Videos that are worked on together, with their task configuration. */
export const projectCalls = {
  listProjects: call({
    method: 'GET',
    path: '/admin/space.project/getlist',
    access: 'customer',
    auth: forPrograms,
    summary: 'Projects, the last changed first',
    input: z.object({ task_type: z.enum(projectTypes).optional(), search: text(200).default(''), ...pageInput }),
    data: listOf(project),
  }),
  getProject: call({
    method: 'GET',
    path: '/admin/space.project/getinfo',
    access: 'customer',
    auth: forPrograms,
    summary: 'One project with its videos; its tasks are listed by listTasks with its project_id',
    input: z.object({ project_id: id }),
    data: project.extend({ list: z.array(videoCalls.getVideo.data) }),
  }),
  addProject: call({
    method: 'POST',
    path: '/admin/space.project/add',
    access: 'customer',
    auth: forPrograms,
    summary: 'Create a project, with a folder of its name where none is given; the same key creates it once',
    input: z.object({
      project_name: projectName,
      task_type: z.enum(projectTypes),
      folder_id: id.optional(),
      video_ids: z.array(id).max(projectLimits.mostVideos).default([]),
      idempotency_key: idempotencyKey,
    }),
    data: project,
  }),
  configureProject: call({
    method: 'POST',
    path: '/admin/space.project/setconfg',
    access: 'customer',
    auth: forPrograms,
    limits: { bodyBytes: 512 * 1024 },
    summary: 'Store the configuration of a project: a kind of task and its fields',
    input: z.object({
      project_id: id,
      run_type: id,
      config: z.looseObject({ to_languages: z.array(language).max(24).optional() }),
    }),
    data: project,
  }),
  renameProject: call({
    method: 'POST',
    path: '/admin/space.project/rename',
    access: 'customer',
    auth: forPrograms,
    summary: 'Rename a project',
    input: z.object({ project_id: id, project_name: projectName }),
    data: none,
  }),
  joinProject: call({
    method: 'POST',
    path: '/admin/space.project/join',
    access: 'customer',
    auth: forPrograms,
    summary: 'Add videos of any folder to a project; those that are in it already stay',
    input: z.object({ project_id: id, video_ids: videoIds }),
    data: project,
  }),
  removeFromProject: call({
    method: 'POST',
    path: '/admin/space.project/remove',
    access: 'customer',
    auth: forPrograms,
    summary: 'Remove videos from a project; without any, delete the project. Videos and results stay in the space',
    input: z.object({ project_id: id, video_ids: videoIds.optional() }),
    data: none,
  }),
}
