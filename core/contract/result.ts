import { z } from 'zod'
import { subtitleMaxBytes } from '../domain/limits.ts'
import { call, forPrograms } from './call.ts'
import { id, revision, text } from './fields.ts'
import { editedVersion, subtitleCalls } from './subtitle.ts'
import { videoCalls } from './video.ts'

/** A succeeded task, and the folder of its result: by default the task's. */
const saved = z.object({ task_id: id, folder_id: id.optional() })
const video = videoCalls.getVideo.data

/**
 * Results of tasks: their text, and storing one as a file that can be edited like an upload. A result exists once per
 * folder: a repeated call returns the same file.
 */
export const resultCalls = {
  getSubtitlesContent: call({
    method: 'GET',
    path: '/aiclient/produce.translate/getSubtitlesContent',
    access: 'customer',
    auth: forPrograms,
    summary: 'The text of a subtitle file as SubRip, and the revision that an edit is made on',
    input: z.object({ file_id: id }),
    data: z.object({
      file_id: z.string(),
      name: z.string(),
      language: z.string(),
      revision: z.number().int(),
      subtitle_txt: z.string(),
      subtitle_error_info: editedVersion.shape.error_info,
    }),
  }),
  setSubtitlesContent: call({
    method: 'POST',
    path: '/aiclient/produce.translate/setSubtitlesContent',
    access: 'customer',
    auth: forPrograms,
    limits: { bodyBytes: 16 * 1024 ** 2 },
    summary:
      'Set the text of a subtitle file at `revision`; a stale revision is answered with the newer text. Lines keep speakers',
    input: z.object({ file_id: id, revision, subtitle_txt: text(subtitleMaxBytes) }),
    data: editedVersion.omit({ current: true }).extend({
      /** Present when `revision` was stale: the stored text. Nothing was written. */
      current_txt: z.string().optional(),
    }),
  }),
  keepSubtitles: call({
    method: 'POST',
    path: '/admin/space.file/srt',
    access: 'customer',
    auth: forPrograms,
    summary: 'Keep the subtitles that a task made as a file of a folder',
    input: saved,
    data: subtitleCalls.copyVersion.data,
  }),
  keepDub: call({
    method: 'POST',
    path: '/admin/space.file/video_dub_only',
    access: 'customer',
    auth: forPrograms,
    summary: 'Keep a dubbed video as a video of a folder',
    input: saved,
    data: video,
  }),
  keepSynthesis: call({
    method: 'POST',
    path: '/admin/space.file/video_synthesis',
    access: 'customer',
    auth: forPrograms,
    summary: 'Keep a video that was made with subtitles as a video of a folder',
    input: saved,
    data: video,
  }),
  keepErased: call({
    method: 'POST',
    path: '/admin/space.file/video_erase',
    access: 'customer',
    auth: forPrograms,
    summary: 'Keep a video without the text in its picture as a video of a folder',
    input: saved,
    data: video,
  }),
}
