import { z } from 'zod'
import { nameLengths } from '../domain/limits.ts'
import { derivedKinds } from '../domain/media.ts'
import { pictureRegion } from '../domain/picture-region-schema.ts'
import { accessLevels } from '../domain/share.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, idOrNone, language, name, pageInput, text } from './fields.ts'
import { version } from './subtitle.ts'

const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** A video made of another one. */
const derivative = z
  .object({
    /** Id of the task that made it. */
    derivative_id: z.string(),
    task_type: z.string(),
    name: z.string(),
    language: z.string(),
    video_url: z.string(),
    /** Whether later videos are made of it. */
    is_use: z.boolean(),
    create_time: z.string(),
  })
  .meta({ id: 'VideoDerivative' })
export type VideoDerivative = z.infer<typeof derivative>

const stream = z.object({
  kind: z.string(),
  codec: z.string(),
  language: z.string(),
  title: z.string(),
  /** Of a subtitle track; null if not counted. */
  lines: z.nullable(z.number().int()),
  /** Of a sound track; null if not recorded. */
  channels: z.nullable(z.number().int()),
})

export const video = z
  .object({
    video_id: z.string(),
    folder_id: z.string(),
    video_name: z.string(),
    language: z.string(),
    state: z.number().int(),
    progress: z.number(),
    fail_msg: z.string(),
    /** Of a failed one: whether its file still exists, so that a retry may help. */
    may_retry: z.boolean(),
    /** The caller's access to it. */
    access: z.enum(accessLevels),
    /** Host that its file is fetched from; empty if the file is here. */
    import_host: z.string(),
    /** Signed addresses; empty until the file is prepared. */
    video_cover: z.string(),
    video_url: z.string(),
    video_url_m3u8: z.string(),
    proxy_url: z.string(),
    /** The sound alone; empty if there is none. */
    sound_url: z.string(),
    /** SHA-256 of the file. */
    content_hash: z.string(),
    /** Waveform, filmstrip and shot changes; empty until they are computed. */
    derived: z.object({ peaks: z.string(), strip: z.string(), shot_changes: z.string() }),
    video_info: z.object({
      duration_ms: z.number().int(),
      width: z.number().int(),
      height: z.number().int(),
      /** Frames a second as a fraction. */
      rate: z.tuple([z.number().int(), z.number().int()]),
      size: z.number(),
      is_wide: z.boolean(),
      has_audio: z.boolean(),
      /** False for a sound: what needs a picture refuses it. */
      has_picture: z.boolean(),
      streams: z.array(stream),
      /** Its damage: spans in milliseconds that show nothing or something wrong. */
      damaged: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
    }),
    subtitle_sum: z.number().int(),
    /** Distinct languages of its subtitle versions, sorted by code. */
    subtitle_languages: z.array(z.string()).readonly(),
    /** Position of the subtitles in the picture; null if not set. */
    subtitle_region: z.nullable(region),
    /** Choices for later videos, empty if not made. */
    subtitles_translate_id: z.string(),
    video_erase_id: z.string(),
    video_dub_only_id: z.string(),
    create_time: z.string(),
    days_left: z.number().int(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof video>

/** Revision 0 without times if never edited. */
const shotList = z.object({ revision: z.number().int(), times: z.nullable(z.array(z.number().int())) })

/** Videos of a folder and their assets. */
export const videoCalls = {
  listVideos: call({
    method: 'GET',
    path: '/admin/file.video/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Videos of a folder',
    input: z.object({ folder_id: id, search: text(200).default(''), ...pageInput }),
    data: listOf(video),
  }),
  listRecentVideos: call({
    method: 'GET',
    path: '/admin/file.video/recent',
    access: 'visitor',
    summary: 'Videos that were added or whose subtitles were edited last, the newest first',
    input: none,
    data: z.object({
      list: z.array(
        z.object({
          video,
          /** The version edited last; empty if there is none. */
          file_id: z.string(),
          /** Time of that edit, or of adding the video. */
          touch_time: z.string(),
        }),
      ),
    }),
  }),
  getVideo: call({
    method: 'GET',
    path: '/admin/file.video/fileinfo',
    access: 'visitor',
    auth: forPrograms,
    summary: 'One video',
    input: z.object({ file_id: id }),
    data: video,
  }),
  addVideo: call({
    method: 'POST',
    path: '/admin/file.video/add',
    access: 'customer',
    auth: forPrograms,
    summary: 'Create a video from a finished upload; the file is checked before it appears',
    input: z.object({ upload_id: id, folder_id: id, language: language.default('en') }),
    data: video,
  }),
  retryVideo: call({
    method: 'POST',
    path: '/admin/file.video/retry',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Prepare a video again whose preparation failed; others are not changed',
    input: z.object({ file_id: id }),
    data: video,
  }),
  findVideos: call({
    method: 'GET',
    path: '/admin/file.video/find',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Videos of the caller whose file has this SHA-256',
    input: z.object({ content_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    data: z.object({ list: z.array(video) }),
  }),
  keepDerived: call({
    method: 'POST',
    path: '/admin/file.video/keepderived',
    access: 'visitor',
    /** The waveform of three hours is 11 MB of base64. */
    limits: { bodyBytes: 32 * 1024 ** 2 },
    summary: 'Store what a browser computed of a video, for all videos of the account with the same file that lack it',
    input: z.object({
      file_id: id,
      kind: z.enum(derivedKinds),
      /** The file in Base64, as the media core writes it. */
      content: z.base64().max(24 * 1024 ** 2),
    }),
    data: none,
  }),
  getShotChanges: call({
    method: 'GET',
    path: '/admin/file.video/shotchanges',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Edited shot changes of a video; none where they were not edited',
    input: z.object({ file_id: id }),
    data: shotList,
  }),
  setShotChanges: call({
    method: 'POST',
    path: '/admin/file.video/setshotchanges',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: 4 * 1024 ** 2 },
    summary: 'Store the edited shot changes of a video at `revision`; a stale revision is answered with the newer ones',
    input: z.object({
      file_id: id,
      revision: z.number().int().min(0),
      /** Milliseconds, ascending. */
      times: z
        .array(z.number().int().min(0))
        .max(100_000)
        .refine((times) => times.every((ms, at) => at === 0 || ms > (times[at - 1] ?? 0))),
    }),
    data: shotList,
  }),
  renameVideo: call({
    method: 'POST',
    path: '/admin/file.video/rename',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a video',
    input: z.object({ file_id: id, name: name(nameLengths.file) }),
    data: none,
  }),
  setVideoLanguage: call({
    method: 'POST',
    path: '/admin/file.video/setlanguage',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set the spoken language of a video',
    input: z.object({ file_id: id, language }),
    data: none,
  }),
  useVersion: call({
    method: 'POST',
    path: '/admin/file.video/set_subtitles_id',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Make a version the active one of its video',
    input: z.object({ video_id: id, subtitles_id: id }),
    data: none,
  }),
  bindSubtitles: call({
    method: 'POST',
    path: '/admin/file.video/bindsrt',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Bind a subtitle file without a video to this one; it moves into the folder of the video',
    input: z.object({
      video_id: id,
      subtitles_id: id,
      /** By default it becomes active if the active version has no cues. */
      activate: z.boolean().optional(),
    }),
    data: version,
  }),
  setSubtitleRegion: call({
    method: 'POST',
    path: '/admin/file.video/set_subtitle_region',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set the place of the subtitles in the picture; null where it is unknown',
    input: z.object({ video_id: id, subtitle_region: z.nullable(pictureRegion) }),
    data: none,
  }),
  useTranslation: call({
    method: 'POST',
    path: '/admin/file.video/set_subtitles_translate_id',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Choose the translated version for later videos; none by an empty id',
    input: z.object({ video_id: id, subtitles_translate_id: idOrNone }),
    data: none,
  }),
  useErased: call({
    method: 'POST',
    path: '/admin/file.video/set_video_erase_id',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Choose the erased video whose picture later videos use; the original by an empty id',
    input: z.object({ video_id: id, video_erase_id: idOrNone }),
    data: none,
  }),
  useDubbed: call({
    method: 'POST',
    path: '/admin/file.video/set_video_dub_only_id',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Choose the dubbed video whose sound later videos use; the original by an empty id',
    input: z.object({ video_id: id, video_dub_only_id: idOrNone }),
    data: none,
  }),
  listDerivatives: call({
    method: 'GET',
    path: '/admin/file.video/derivative',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Videos that were made of a video, newest first',
    input: z.object({ video_id: id }),
    data: z.object({ list: z.array(derivative) }),
  }),
  deleteVideo: call({
    method: 'DELETE',
    path: '/admin/file.video/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete a video with its subtitles',
    input: z.object({ folder_id: id, video_id: id }),
    data: none,
  }),
}
