import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import type { Video } from '#core/contract/video.ts'
import { hasPicture, type MediaInfo } from '#core/media/media-info.ts'
import type { AccessLevel } from '#core/domain/share.ts'
import { failureMessage, mayRetry } from '../messages.ts'
import type { SignedUrls } from '../signed-urls.ts'
import type { VideoRow } from './rows.ts'

/** A video with its assets' keys, and the number and languages of its versions. */
export interface ListedVideo extends VideoRow {
  readonly import_host: string
  readonly cover_key: string | null
  readonly proxy_key: string | null
  readonly hls_key: string | null
  readonly sound_key: string | null
  readonly peaks_key: string | null
  readonly strip_key: string | null
  readonly shot_changes_key: string | null
  readonly subtitles: number
  readonly subtitle_languages: readonly string[]
  /** Left out if it is the caller's own. */
  readonly access?: AccessLevel | null
}

const DAY_MS = 86_400_000

/** A video as the API carries it; zeros and empty texts before the file was inspected. */
export function describeVideo(
  { signedUrls }: { signedUrls: SignedUrls },
  row: ListedVideo,
  language: InterfaceLanguage,
): Video {
  const access = row.access ?? 'own'
  const isOwn = access === 'own'
  const address = (key: string | null): string => signedUrls.media(key, { videoId: row.id })
  const age = (Date.now() - row.created_at.getTime()) / DAY_MS
  return {
    video_id: row.id,
    folder_id: row.folder_id,
    video_name: row.name,
    language: row.language,
    state: row.state,
    progress: row.progress,
    fail_msg: failureMessage(language, row.fail_msg),
    may_retry: mayRetry(row.fail_msg),
    access,
    import_host: isOwn ? row.import_host : '',
    video_cover: address(row.cover_key),
    // Guests get the playable copies; the original file is its owner's.
    video_url: isOwn ? address(row.blob_key) : '',
    video_url_m3u8: address(row.hls_key),
    proxy_url: address(row.proxy_key),
    sound_url: address(row.sound_key),
    content_hash: row.content_hash ?? '',
    derived: {
      peaks: address(row.peaks_key),
      strip: address(row.strip_key),
      shot_changes: address(row.shot_changes_key),
    },
    video_info: { size: row.size, ...describeInfo(row.info) },
    subtitle_sum: row.subtitles,
    subtitle_languages: row.subtitle_languages,
    subtitle_region: row.subtitle_region,
    subtitles_translate_id: (isOwn && row.translate_subtitle_id) || '',
    video_erase_id: (isOwn && row.erase_task_id) || '',
    video_dub_only_id: (isOwn && row.dub_task_id) || '',
    create_time: row.created_at.toISOString(),
    days_left: Math.max(0, Math.ceil(FILE_LIFETIME_DAYS - age)),
  }
}

const unknown: MediaInfo = {
  durationMs: 0,
  width: 0,
  height: 0,
  rate: [0, 1],
  format: '',
  hasAudio: false,
  streams: [],
}

function describeInfo(info: MediaInfo | null): Omit<Video['video_info'], 'size'> {
  const { durationMs, width, height, rate, hasAudio, streams, damaged = [] } = info ?? unknown
  return {
    duration_ms: durationMs,
    width,
    height,
    rate: [rate[0], rate[1]],
    is_wide: width >= height,
    has_audio: hasAudio,
    // Whether an uninspected file has a picture is unknown: most do.
    has_picture: info === null || hasPicture(info),
    streams: streams.map(({ kind, codec, language, title = '', lines = null, channels = null }) => ({
      ...{ kind, codec, language, title, lines, channels },
    })),
    damaged: damaged.map(({ start, end }) => ({ start, end })),
  }
}
