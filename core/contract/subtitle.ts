import { z } from 'zod'
import { subtitleSources } from '../domain/task.ts'
import { call, forPrograms, listOf, none, SUBTITLE_BODY_BYTES } from './call.ts'
import { fileText, id, int32, language, name, revision, text } from './fields.ts'

export const wireCue = z
  .object({
    cue_id: id,
    srt_index: int32(),
    time: text(64),
    text: text(100_000),
    folder_role_id: z.array(text(64)).max(64),
  })
  .meta({ id: 'SubtitleCue' })

const wireChange = z
  .object({
    cue_id: wireCue.shape.cue_id,
    /** Place in the result, from 0, of a cue that came or moved. */
    at: int32({ min: 0, max: 200_000 }).optional(),
    /** Null for a removed cue. */
    cue: wireCue.pick({ time: true, text: true, folder_role_id: true }).nullable(),
  })
  .meta({ id: 'SubtitleCueChange' })

const cueErrors = z.object({
  line_time_error: z.array(z.number().int()),
  no_subtitle: z.array(z.number().int()),
  sequence_time_error: z.array(z.number().int()),
})

const edited = z.object({
  subtitle_ok: z.boolean(),
  error_info: cueErrors,
  role_state: z.number().int(),
  revision: z.number().int(),
  /** Present when `revision` was stale: what is stored now. Nothing was written. */
  current: z.array(wireCue).optional(),
})

const version = z
  .object({
    file_id: z.string(),
    folder_id: z.string(),
    video_id: z.string(),
    name: z.string(),
    from: z.enum(subtitleSources),
    language: z.string(),
    version: z.number().int(),
    role_state: z.number().int(),
    is_use: z.boolean(),
    revision: z.number().int(),
    cue_sum: z.number().int(),
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: 'SubtitleVersion' })
export type SubtitleVersion = z.infer<typeof version>

/** Subtitle versions. */
export const subtitleCalls = {
  listVersions: call({
    method: 'GET',
    path: '/admin/file.srt/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Subtitle versions of a video; without one, the files of the folder that belong to no video',
    input: z.object({ folder_id: id, video_id: id.optional() }),
    data: listOf(version),
  }),
  addVersion: call({
    method: 'POST',
    path: '/admin/file.srt/add',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Make a subtitle version of a SubRip, WebVTT, SubStation or TTML text, or an empty one',
    input: z.object({
      folder_id: id,
      /** Left out for a file that stands in the folder by itself. */
      video_id: id.optional(),
      name: name(200),
      language,
      content: fileText.default(''),
      /** Decides the format where the text itself does not show it. */
      file_name: text(400).optional(),
    }),
    data: version.extend({
      problems: z.array(z.object({ line: z.number().int(), kind: z.string(), text: z.string() })),
    }),
  }),
  getVersion: call({
    method: 'GET',
    path: '/admin/file.srt/fileinfo',
    access: 'visitor',
    auth: forPrograms,
    summary: 'One subtitle version with its lines',
    input: z.object({ file_id: id, folder_id: id.optional() }),
    data: version.extend({ subtitle_txt: z.array(wireCue), subtitle_error_info: cueErrors }),
  }),
  editVersion: call({
    method: 'POST',
    path: '/admin/file.srt/edit',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Save all cues of a version at `revision`; a stale revision is answered with the newer cues',
    input: z.object({
      file_id: id,
      folder_id: id.optional(),
      from: z.enum(subtitleSources).optional(),
      revision,
      subtitle_txt: z.array(wireCue).max(200_000),
    }),
    data: edited,
  }),
  patchVersion: call({
    method: 'POST',
    path: '/admin/file.srt/patch',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Save the changed cues of a version at `revision`; a stale revision is answered with the newer cues',
    input: z.object({
      file_id: id,
      revision,
      changes: z.array(wireChange).max(200_000),
      /** What the whole text is then, as the editor follows it: an answer that is lost does no harm, a mistake is refused. */
      text_digest: text(64),
    }),
    data: edited,
  }),
  editVersions: call({
    method: 'POST',
    path: '/admin/file.srt/editall',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary:
      'Save several versions, all or none: where one revision is stale nothing is written, and its newer cues are the answer',
    input: z.object({
      edits: z
        .array(z.object({ file_id: id, revision, subtitle_txt: z.array(wireCue).max(200_000) }))
        .min(1)
        .max(100),
    }),
    data: z.object({ list: z.array(z.object({ file_id: z.string(), revision: z.number().int() })) }),
  }),
  deleteVersion: call({
    method: 'DELETE',
    path: '/admin/file.srt/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete a subtitle version',
    input: z.object({ folder_id: id, subtitles_id: id }),
    data: none,
  }),
}
