import type Hls from 'hls.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { writeSubtitle } from '#core/subtitle/formats/file.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog } from '#src/ui/Dialog.ts'
import { reopenVideo } from '#src/ui/reopen-video.ts'
import { Select } from '#src/ui/Select.tsx'

/** `auto`, a stream level's number, the small copy, or the uploaded file. */
type Quality = 'auto' | 'proxy' | 'original' | `level ${number}`

interface Level {
  readonly value: Quality
  readonly height: number
}

/**
 * Plays a video: its stream by hls.js or natively, or copy or file without a stream. Quality and subtitles can be
 * selected.
 */
export function PreviewDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const { has_picture } = video.video_info
  // The dialog mounts it after the first render.
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [quality, setQuality] = useState<Quality>(video.video_url_m3u8 === '' ? 'proxy' : 'auto')
  const { levels, broken } = usePlayed(element, video, quality)
  const [subtitle, setSubtitle] = useState('')
  const track = useTrack(subtitle)
  const versionName = useVersionName()
  const { data } = useCall('listVersions', { video_id: video.video_id })
  const qualities = [
    ...(video.video_url_m3u8 === '' ? [] : [{ value: 'auto' as const, label: t('quality_auto') }]),
    ...levels.map(({ value, height }) => ({ value, label: `${height}p` })),
    ...(video.proxy_url === '' ? [] : [{ value: 'proxy' as const, label: t('quality_proxy') }]),
    { value: 'original' as const, label: t('quality_original') },
  ]
  return (
    <Dialog isOpen title={video.video_name} onClose={onClose} className="preview-dialog">
      {broken && <Callout intent="danger">{t('preview_broken')}</Callout>}
      <video ref={setElement} controls autoPlay playsInline poster={has_picture ? undefined : video.video_cover}>
        {track && <track key={track} kind="subtitles" src={track} default />}
      </video>
      <div className="preview-tools">
        <Select label={t('quality')} value={quality} options={qualities} onChange={setQuality} />
        <Select
          label={t('subtitles')}
          value={subtitle}
          options={[
            { value: '', label: t('subtitles_off') },
            ...(data?.list ?? []).map((item) => ({
              value: item.file_id,
              label: versionName(item, video.video_name),
            })),
          ]}
          onChange={setSubtitle}
        />
      </div>
    </Dialog>
  )
}

function onError(player: HTMLVideoElement, tell: () => void): () => void {
  player.addEventListener('error', tell)
  return () => player.removeEventListener('error', tell)
}

/** Loads the selected quality and resumes at the same time. */
function usePlayed(player: HTMLVideoElement | null, video: Video, quality: Quality) {
  const [levels, setLevels] = useState<readonly Level[]>([])
  const [brokenAt, setBroken] = useState<string>()
  const hls = useRef<Hls>(undefined)
  const isStream = quality !== 'proxy' && quality !== 'original'
  const address = isStream ? video.video_url_m3u8 : quality === 'proxy' ? video.proxy_url : video.video_url
  useEffect(() => {
    if (!player) return
    const at = player.currentTime
    const goOn = (): void => {
      player.currentTime = at
    }
    player.addEventListener('loadedmetadata', goOn, { once: true })
    const onBroken = (): void => setBroken(address)
    const stop = isStream ? onError(player, onBroken) : reopenVideo(player, onBroken)
    let isOver = false
    const play = async (): Promise<void> => {
      const { default: HlsPlayer } = await import('hls.js')
      if (isOver) return
      if (!HlsPlayer.isSupported()) {
        player.src = address
        return
      }
      const stream = new HlsPlayer()
      stream.on(HlsPlayer.Events.ERROR, (_, { fatal }) => fatal && setBroken(address))
      stream.on(HlsPlayer.Events.MANIFEST_PARSED, () => setLevels(levelsOf(stream)))
      stream.loadSource(address)
      stream.attachMedia(player)
      hls.current = stream
    }
    if (isStream) void play()
    else player.src = address
    return () => {
      isOver = true
      hls.current?.destroy()
      hls.current = undefined
      player.removeEventListener('loadedmetadata', goOn)
      stop()
    }
  }, [player, address, isStream])
  useEffect(() => {
    if (hls.current) hls.current.currentLevel = quality.startsWith('level') ? Number(quality.slice(6)) : -1
  }, [quality])
  return { levels, broken: brokenAt === address }
}

/** A single-quality stream has nothing to select. */
function levelsOf({ levels }: Hls): Level[] {
  if (levels.length < 2) return []
  return levels.map(({ height }, at) => ({ value: `level ${at}` as const, height }))
}

/** A version's address as a text track; undefined until loaded. */
function useTrack(fileId: string): string | undefined {
  const [track, setTrack] = useState<{ fileId: string; address: string }>()
  useEffect(() => {
    if (fileId === '') return
    let address = ''
    let isOver = false
    const read = async (): Promise<void> => {
      const { subtitle_txt } = await call('getVersion', { file_id: fileId })
      if (isOver) return
      address = URL.createObjectURL(
        new Blob([writeSubtitle(fromWire(subtitle_txt) ?? [], 'vtt').text], { type: 'text/vtt' }),
      )
      setTrack({ fileId, address })
    }
    read().catch(notifyFailure)
    return () => {
      isOver = true
      URL.revokeObjectURL(address)
    }
  }, [fileId])
  return track?.fileId === fileId ? track.address : undefined
}
