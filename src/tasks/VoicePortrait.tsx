import './voice-cards.css'
import type { ReactNode } from 'react'
import { MATCHED_VOICE } from '#core/domain/dubbing.ts'
import { Person, Pulse } from '#src/ui/icons.ts'

/** Colours of speakers among the tokens. */
const COLOURS = 9
const BARS = 9

interface Props {
  /** Of the voice: equal voices look alike everywhere. */
  id: string
  /** Empty for a voice that is made from the speaker. */
  name: string
  isPlaying?: boolean
  isSmall?: boolean
}

/** A face for a voice, from its id: colour, initial, and a wave that moves while its sample plays. */
export function VoicePortrait({ id, name, isPlaying = false, isSmall = false }: Props): ReactNode {
  const hash = hashOf(id)
  const colour = 1 + (hash % COLOURS)
  const style = {
    '--voice': `var(--role-${colour})`,
    '--voice-soft': `var(--role-${colour}-soft)`,
  } as React.CSSProperties
  return (
    <span className="voice-portrait" data-playing={isPlaying} data-small={isSmall} style={style} aria-hidden>
      {name === '' ? <MadeVoice id={id} /> : <b>{initialOf(name)}</b>}
      <svg viewBox={`0 0 ${BARS * 2} 8`} preserveAspectRatio="none">
        {Array.from({ length: BARS }, (_, at) => {
          const height = 2 + ((hash >>> (at * 3)) % 7)
          return <rect key={at} x={at * 2 + 0.5} width={1} y={8 - height} height={height} rx={0.5} />
        })}
      </svg>
    </span>
  )
}

const MadeVoice = ({ id }: { id: string }): ReactNode =>
  id === MATCHED_VOICE ? <Pulse size={16} /> : <Person size={16} />

const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? ''

/** FNV-1a, so that similar ids differ in colour and wave. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
