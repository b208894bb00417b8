import { Callout, Dialog } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Plays the adaptive stream: by hls.js where the browser has media sources, else by the browser itself. */
export function PreviewDialog({ title, hls, onClose }: { title: string; hls: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const video = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let player: { destroy(): void } | undefined
    let closed = false
    void import('hls.js').then(({ default: Hls }) => {
      const element = video.current
      if (!element || closed) return
      if (!Hls.isSupported()) {
        element.src = hls
        return
      }
      const stream = new Hls()
      stream.on(Hls.Events.ERROR, (_, { fatal }) => setBroken(fatal))
      stream.loadSource(hls)
      stream.attachMedia(element)
      player = stream
    })
    return () => {
      closed = true
      player?.destroy()
    }
  }, [hls])
  return (
    <Dialog isOpen title={title} onClose={onClose} className="preview-dialog">
      {broken && <Callout intent="danger">{t('preview_broken')}</Callout>}
      <video ref={video} controls autoPlay playsInline />
    </Dialog>
  )
}
