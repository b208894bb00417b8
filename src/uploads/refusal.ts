import i18next from 'i18next'
import { isMediaName, isSoundName, leastBytes, mediaExtensions, videoLimits } from '#core/domain/limits.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { audioOf, type MediaFacts, videoOf } from '#core/media/facts.ts'
import { formatList } from '#src/ui/format.ts'

/** A file whose check takes longer is sent anyway: the server checks again. */
const PATIENCE_MS = 20_000

/** Faults visible in a file's name and size; undefined if none. */
export function refusalOfFile(file: File): string | undefined {
  const { t } = i18next
  if (!isMediaName(file.name)) return t('errors:format_not_supported', { formats: formatList(mediaExtensions) })
  const least = leastBytes(file.name)
  if (file.size > videoLimits.maxBytes) return t('errors:file_too_large', { n: videoLimits.maxBytes / 1024 ** 3 })
  if (file.size === 0) return t('errors:file_empty')
  if (file.size < least) return t('errors:file_too_small', { n: least / 1024 })
  return undefined
}

/** Faults found by reading a file before it is sent; undefined if none, or if it can't be read here. */
export async function refusalOfContent(file: File, signal: AbortSignal): Promise<string | undefined> {
  const { openMedia } = await import('#src/media/media.ts')
  const closing = new AbortController()
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS), closing.signal])
  try {
    const media = await openMedia({ file }, patience)
    return refusalOfFacts(media.facts)
  } catch (error) {
    if (!(error instanceof MediaFailed)) throw error
    return refusalOfFault(error, file.name)
  } finally {
    closing.abort()
  }
}

function refusalOfFault({ fault }: MediaFailed, name: string): string | undefined {
  if (fault === 'no_video') return i18next.getFixedT(null, 'errors')('video_no_video')
  if (fault === 'unreadable' || fault === 'unsupported')
    return i18next.getFixedT(null, 'errors')(isSoundName(name) ? 'sound_unreadable' : 'video_unreadable')
  return undefined
}

function refusalOfFacts(facts: MediaFacts): string | undefined {
  const { t } = i18next
  const { minShortSide, minDurationMs, maxDurationMs, maxMinutes } = videoLimits
  const { durationMs } = facts
  const picture = videoOf(facts)
  if (!picture && !audioOf(facts)) return t('errors:video_no_video')
  const { width, height } = picture ?? { width: 0, height: 0 }
  if (width > 0 && Math.min(width, height) < minShortSide) return t('errors:resolution_too_low', { n: minShortSide })
  if (durationMs > 0 && durationMs < minDurationMs) return t('errors:video_too_short', { n: minDurationMs / 1000 })
  if (durationMs > maxDurationMs) return t('errors:video_too_long', { n: maxMinutes })
  return undefined
}
