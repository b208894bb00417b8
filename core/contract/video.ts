import { z } from 'zod'
import { derivedKinds } from '../domain/media.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, language, name, pageInput, text } from './fields.ts'

const stream = z.object({
  kind: z.string(),
  codec: z.string(),
  language: z.string(),
  title: z.string(),
  /** Of a subtitle track; null where it was not counted. */
  lines: z.nullable(z.number().int()),
})

const video = z
  .object({
    video_id: z.string(),
    folder_id: z.string(),
    video_name: z.string(),
    language: z.string(),
    state: z.number().int(),
    progress: z.number(),
    fail_msg: z.string(),
    /** Of one that failed: whether its file is still there, so that preparing it again may help. */
    may_retry: z.boolean(),
    /** Signed addresses; empty while the file is being prepared. */
    video_cover: z.string(),
    video_url: z.string(),
    video_url_m3u8: z.string(),
    proxy_url: z.string(),
    /** The sound alone; empty where there is none. */
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
      streams: z.array(stream),
      /** Where its file is damaged and shows nothing or something wrong; milliseconds. */
      damaged: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
    }),
    subtitle_sum: z.number().int(),
    /** Languages of its subtitle versions, each once, in the order of their codes. */
    subtitle_languages: z.array(z.string()).readonly(),
    create_time: z.string(),
    days_left: z.number().int(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof video>

/** Revision 0 and no times where nobody edited them. */
const shotList = z.object({ revision: z.number().int(), times: z.nullable(z.array(z.number().int())) })

/** Videos of a folder and what is computed of them. */
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
    summary: 'Make a video of a finished upload; the file is checked before it appears',
    input: z.object({ upload_id: id, folder_id: id, language: language.default('en') }),
    data: video,
  }),
  retryVideo: call({
    method: 'POST',
    path: '/admin/file.video/retry',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Prepare a video again whose preparation failed; one that did not fail stays as it is',
    input: z.object({ file_id: id }),
    data: video,
  }),
  findVideos: call({
    method: 'GET',
    path: '/admin/file.video/find',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Own videos whose file has this SHA-256',
    input: z.object({ content_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    data: z.object({ list: z.array(video) }),
  }),
  keepDerived: call({
    method: 'POST',
    path: '/admin/file.video/keepderived',
    access: 'visitor',
    /** The waveform of three hours is 11 MB of base64. */
    limits: { bodyBytes: 32 * 1024 ** 2 },
    summary: 'Keep what a browser computed of a video, for all own videos of the same file that lack it',
    input: z.object({
      file_id: id,
      kind: z.enum(derivedKinds),
      /** The file in base64, as the media core writes it. */
      content: z.base64().max(24 * 1024 ** 2),
    }),
    data: none,
  }),
  getShotChanges: call({
    method: 'GET',
    path: '/admin/file.video/shotchanges',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Shot changes of a video as people edited them; none where nobody did',
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
    input: z.object({ file_id: id, name: name(200) }),
    data: none,
  }),
  setVideoLanguage: call({
    method: 'POST',
    path: '/admin/file.video/setlanguage',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Say which language a video speaks',
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
