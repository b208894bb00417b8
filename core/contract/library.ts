import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { derivedKinds } from '../domain/media.ts'
import { subtitleSources } from '../domain/task.ts'
import { call, id, listOf, none, pageInput } from './call.ts'

const folder = z
  .object({ folder_id: z.string(), folder_name: z.string(), file_sum: z.number().int(), create_time: z.string() })
  .meta({ id: 'Folder' })
export type Folder = z.infer<typeof folder>

const stream = z.object({ kind: z.string(), codec: z.string(), language: z.string() })

const video = z
  .object({
    video_id: z.string(),
    folder_id: z.string(),
    video_name: z.string(),
    language: z.string(),
    state: z.number().int(),
    progress: z.number(),
    fail_msg: z.string(),
    /** Signed addresses; empty while the file is being prepared. */
    video_cover: z.string(),
    video_url: z.string(),
    video_url_m3u8: z.string(),
    proxy_url: z.string(),
    /** SHA-256 of the file. */
    content_hash: z.string(),
    /** Waveform, filmstrip and shot changes; empty while nobody has computed them. */
    derived: z.object({ peaks: z.string(), strip: z.string(), shots: z.string() }),
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
    }),
    subtitle_sum: z.number().int(),
    create_time: z.string(),
    days_left: z.number().int(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof video>

export const wireLine = z
  .object({
    line_id: z.string().min(1).max(64),
    srt_index: z.number().int(),
    time: z.string().max(64),
    text: z.string().max(100_000),
    folder_role_id: z.array(z.string().max(64)).max(64),
  })
  .meta({ id: 'SubtitleLine' })

const wireChange = z
  .object({
    line_id: wireLine.shape.line_id,
    /** Place in the result, from 0, of a line that came or moved. */
    at: z.number().int().min(0).max(200_000).optional(),
    /** Null for a line that went. */
    line: wireLine.pick({ time: true, text: true, folder_role_id: true }).nullable(),
  })
  .meta({ id: 'SubtitleLineChange' })

const lineErrors = z.object({
  line_time_error: z.array(z.number().int()),
  no_subtitle: z.array(z.number().int()),
  sequence_time_error: z.array(z.number().int()),
})

const edited = z.object({
  subtitle_ok: z.boolean(),
  error_info: lineErrors,
  role_state: z.number().int(),
  revision: z.number().int(),
  /** Present when `revision` was stale: what is stored now. Nothing was written. */
  current: z.array(wireLine).optional(),
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
    line_sum: z.number().int(),
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: 'SubtitleVersion' })
export type SubtitleVersion = z.infer<typeof version>

const language = z.enum(languageCodes)

export const libraryCalls = {
  listFolders: call({
    method: 'GET',
    path: '/admin/space.folder/getlist',
    access: 'visitor',
    summary: 'Folders of the personal space',
    input: z.object(pageInput),
    data: listOf(folder),
  }),
  addFolder: call({
    method: 'POST',
    path: '/admin/space.folder/add',
    access: 'visitor',
    summary: 'Make a folder',
    input: z.object({ folder_name: z.string().trim().min(1).max(100) }),
    data: z.object({ folder_id: z.string() }),
  }),
  renameFolder: call({
    method: 'POST',
    path: '/admin/space.folder/rename',
    access: 'visitor',
    summary: 'Rename a folder',
    input: z.object({ folder_id: id, folder_name: z.string().trim().min(1).max(100) }),
    data: none,
  }),
  deleteFolder: call({
    method: 'DELETE',
    path: '/admin/space.folder/del',
    access: 'visitor',
    summary: 'Delete a folder with all that is in it',
    input: z.object({ folder_id: id }),
    data: none,
  }),
  listVideos: call({
    method: 'GET',
    path: '/admin/file.video/getlist',
    access: 'visitor',
    summary: 'Videos of a folder',
    input: z.object({ folder_id: id, search: z.string().max(200).default(''), ...pageInput }),
    data: listOf(video),
  }),
  getVideo: call({
    method: 'GET',
    path: '/admin/file.video/fileinfo',
    access: 'visitor',
    summary: 'One video',
    input: z.object({ file_id: id }),
    data: video,
  }),
  addVideo: call({
    method: 'POST',
    path: '/admin/file.video/add',
    access: 'customer',
    summary: 'Make a video of a finished upload; the file is checked before it appears',
    input: z.object({ upload_id: id, folder_id: id, language: language.default('en') }),
    data: video,
  }),
  findVideos: call({
    method: 'GET',
    path: '/admin/file.video/find',
    access: 'visitor',
    summary: 'Own videos whose file has this SHA-256',
    input: z.object({ content_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    data: z.object({ list: z.array(video) }),
  }),
  keepDerived: call({
    method: 'POST',
    path: '/admin/file.video/keepderived',
    access: 'visitor',
    summary: 'Keep what a browser computed of a video, for all own videos of the same file that lack it',
    input: z.object({
      file_id: id,
      kind: z.enum(derivedKinds),
      /** The file in base64, as the media core writes it. */
      content: z.base64().max(24 * 1024 ** 2),
    }),
    data: none,
  }),
  renameVideo: call({
    method: 'POST',
    path: '/admin/file.video/rename',
    access: 'visitor',
    summary: 'Rename a video',
    input: z.object({ file_id: id, name: z.string().trim().min(1).max(200) }),
    data: none,
  }),
  setVideoLanguage: call({
    method: 'POST',
    path: '/admin/file.video/setlanguage',
    access: 'visitor',
    summary: 'Say which language a video speaks',
    input: z.object({ file_id: id, language }),
    data: none,
  }),
  deleteVideo: call({
    method: 'DELETE',
    path: '/admin/file.video/del',
    access: 'visitor',
    summary: 'Delete a video with its subtitles',
    input: z.object({ folder_id: id, video_id: id }),
    data: none,
  }),
  listVersions: call({
    method: 'GET',
    path: '/admin/file.srt/getlist',
    access: 'visitor',
    summary: 'Subtitle versions of a video',
    input: z.object({ folder_id: id, video_id: id }),
    data: listOf(version),
  }),
  addVersion: call({
    method: 'POST',
    path: '/admin/file.srt/add',
    access: 'visitor',
    summary: 'Make a subtitle version of a SubRip, WebVTT, SubStation or TTML text, or an empty one',
    input: z.object({
      folder_id: id,
      video_id: id,
      name: z.string().trim().min(1).max(200),
      language,
      content: z.string().default(''),
      /** Decides the format where the text itself does not show it. */
      file_name: z.string().max(400).optional(),
    }),
    data: version.extend({
      problems: z.array(z.object({ line: z.number().int(), kind: z.string(), text: z.string() })),
    }),
  }),
  getVersion: call({
    method: 'GET',
    path: '/admin/file.srt/fileinfo',
    access: 'visitor',
    summary: 'One subtitle version with its lines',
    input: z.object({ file_id: id, folder_id: id.optional() }),
    data: version.extend({ subtitle_txt: z.array(wireLine), subtitle_error_info: lineErrors }),
  }),
  editVersion: call({
    method: 'POST',
    path: '/admin/file.srt/edit',
    access: 'visitor',
    summary: 'Save the lines of a version that stands at `revision`; a stale one is told the newer text',
    input: z.object({
      file_id: id,
      folder_id: id.optional(),
      from: z.enum(subtitleSources).optional(),
      revision: z.number().int(),
      subtitle_txt: z.array(wireLine).max(200_000),
    }),
    data: edited,
  }),
  patchVersion: call({
    method: 'POST',
    path: '/admin/file.srt/patch',
    access: 'visitor',
    summary: 'Save changed lines of a version that stands at `revision`; a stale one is told the newer text',
    input: z.object({
      file_id: id,
      revision: z.number().int(),
      changes: z.array(wireChange).max(200_000),
      /** What the whole text is then, as the editor follows it: an answer that is lost does no harm, a mistake is refused. */
      text_print: z.string().max(64),
    }),
    data: edited,
  }),
  editVersions: call({
    method: 'POST',
    path: '/admin/file.srt/editall',
    access: 'visitor',
    summary: 'Save several versions, all or none: where one is stale nothing is written, and its newer text is told',
    input: z.object({
      edits: z
        .array(z.object({ file_id: id, revision: z.number().int(), subtitle_txt: z.array(wireLine).max(200_000) }))
        .min(1)
        .max(100),
    }),
    data: z.object({ list: z.array(z.object({ file_id: z.string(), revision: z.number().int() })) }),
  }),
  useVersion: call({
    method: 'POST',
    path: '/admin/file.video/set_subtitles_id',
    access: 'visitor',
    summary: 'Make a version the active one of its video',
    input: z.object({ video_id: id, subtitles_id: id }),
    data: none,
  }),
  deleteVersion: call({
    method: 'DELETE',
    path: '/admin/file.srt/del',
    access: 'visitor',
    summary: 'Delete a subtitle version',
    input: z.object({ folder_id: id, subtitles_id: id }),
    data: none,
  }),
  listSamples: call({
    method: 'GET',
    path: '/admin/space.sample/getlist',
    access: 'public',
    summary: 'Sample projects that anybody may open',
    input: none,
    data: z.object({
      list: z.array(
        z.object({ sample_id: z.string(), name: z.string(), cover: z.string(), duration_ms: z.number().int() }),
      ),
    }),
  }),
  openSample: call({
    method: 'POST',
    path: '/admin/space.sample/open',
    access: 'visitor',
    summary: 'Put a sample into the personal space; opening it again gives the same copy',
    input: z.object({ sample_id: id }),
    data: z.object({ folder_id: z.string(), video_id: z.string() }),
  }),
}
