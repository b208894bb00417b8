import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DubSound } from '#src/tasks/CompareSounds.tsx'
import { Button } from '#src/ui/Button.ts'
import { Pause, Play } from '#src/ui/icons.ts'
import { languageName } from '#src/ui/language-names.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import picture from '../../../../assets/proofs/after.mp4'
import english from '../../../../assets/proofs/en.m4a'
import spanish from '../../../../assets/proofs/es.m4a'
import italian from '../../../../assets/proofs/it.m4a'
import { useView } from './use-view.ts'

const sounds = [
  { code: 'en', address: english },
  { code: 'es', address: spanish },
  { code: 'it', address: italian },
] as const

/** The sample in its own language and two dubs, switched while it plays. */
export function DubProof(): ReactNode {
  const { t, i18n } = useTranslation('public')
  const stage = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { wasSeen } = useView(stage)
  const [code, setCode] = useState<string>('es')
  const [isPlaying, setPlaying] = useState(false)
  const play = (): void => {
    const { current } = video
    if (!current) return
    if (current.ended) current.currentTime = 0
    void current.play().catch(() => setPlaying(false))
  }
  return (
    <div ref={stage} className="dub-proof">
      {wasSeen && (
        <video
          ref={video}
          src={picture}
          muted
          playsInline
          preload="metadata"
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
        />
      )}
      <div className="dub-proof-bar">
        <Button
          icon={isPlaying ? <Pause /> : <Play />}
          text={t(isPlaying ? 'proof_pause' : 'proof_play')}
          onClick={() => (isPlaying ? video.current?.pause() : play())}
        />
        <SegmentedControl
          aria-label={t('proof_language')}
          value={code}
          onValueChange={(chosen) => {
            setCode(chosen)
            if (!isPlaying) play()
          }}
          options={sounds.map((sound) => ({
            value: sound.code,
            label:
              sound.code === 'en'
                ? t('proof_original', { language: languageName('en', i18n.language) })
                : languageName(sound.code, i18n.language),
          }))}
        />
      </div>
      {wasSeen &&
        sounds.map((sound) => (
          <DubSound
            key={sound.code}
            address={sound.address}
            leader={video}
            isPlaying={isPlaying}
            isChosen={sound.code === code}
          />
        ))}
    </div>
  )
}
