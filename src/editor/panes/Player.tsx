import { Callout } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { plainText } from '#core/subtitle/markup.ts'
import type { Playhead } from '../playhead.ts'
import type { EditorSession } from '../session.ts'
import { cuesAt } from '../timeline/visible.ts'

interface Props {
  videoRef: RefObject<HTMLVideoElement | null>
  src: string
  playhead: Playhead | undefined
  session: EditorSession | undefined
}

export function Player({ videoRef, src, playhead, session }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const [broken, setBroken] = useState(false)
  return (
    <div className="player">
      <video
        ref={videoRef}
        src={src}
        playsInline
        preload="auto"
        onError={() => setBroken(true)}
        onClick={() => playhead?.toggle()}
        data-testid="video"
      />
      {session && playhead && <Subtitle session={session} playhead={playhead} />}
      {broken && (
        <Callout intent="warning" className="player-broken">
          {t('video_broken')}
        </Callout>
      )}
    </div>
  )
}

/** The line that is on screen. Written straight to the page: it is looked up at every frame. */
function Subtitle({ session, playhead }: { session: EditorSession; playhead: Playhead }): ReactNode {
  const text = useRef<HTMLDivElement>(null)
  const { list } = useSnapshot(session.cells)
  useEffect(
    () =>
      playhead.on((ms) => {
        const shown = cuesAt(list.cues, ms)
          .map((cue) => plainText(cue.text))
          .join('\n')
        const element = text.current
        if (!element || element.textContent === shown) return
        element.textContent = shown
        element.hidden = shown === ''
      }),
    [list, playhead],
  )
  return <div ref={text} className="subtitle" data-testid="overlay-subtitle" hidden />
}
