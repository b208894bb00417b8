import './empty-scene.css'
import type { ReactNode } from 'react'
import picture from '../../assets/sample/harbour.jpg'

/** Lines of the sample, in the languages of its dubs and subtitles. */
const spoken = { en: 'Good morning and welcome to the harbor.', es: 'Buenos días y bienvenidos al puerto.' }
const chinese = '早上好，欢迎来到港口。'

/** What will be in the place of an empty page. */
export type Scene = 'video' | 'tasks' | 'dub' | 'erase' | 'batch' | 'text'

/** Shows, in some seconds, what a page is for, where nothing is in it yet; still where less motion is wanted. */
export function EmptyScene({ of }: { of: Scene }): ReactNode {
  const Part = parts[of]
  return (
    <span className="empty-scene" data-of={of} aria-hidden>
      <Part />
    </span>
  )
}

const parts: Readonly<Record<Scene, () => ReactNode>> = {
  video: () => (
    <>
      <Picture first={spoken.en} then={chinese} />
      <span className="empty-track">
        <i />
        <i />
        <i />
      </span>
    </>
  ),
  dub: () => (
    <>
      <Picture first={spoken.en} then={spoken.es} />
      <span className="empty-dubs">
        {['EN', 'ES', 'IT'].map((code) => (
          <span key={code}>
            <b>{code}</b>
            <Wave seed={code.codePointAt(0) ?? 0} />
          </span>
        ))}
      </span>
    </>
  ),
  erase: () => (
    <span className="empty-picture">
      <img src={picture} alt="" />
      <q className="empty-found">{spoken.en}</q>
    </span>
  ),
  tasks: () => (
    <span className="empty-rows">
      {[1, 2, 3].map((row) => (
        <span key={row}>
          <img src={picture} alt="" />
          <i />
        </span>
      ))}
    </span>
  ),
  batch: () => (
    <span className="empty-matrix">
      {Array.from({ length: 15 }, (_, at) =>
        at % 5 === 0 ? (
          <img key={at} src={picture} alt="" />
        ) : (
          <i key={at} style={{ animationDelay: `${at * 260}ms` }} />
        ),
      )}
    </span>
  ),
  text: () => (
    <span className="empty-text">
      <q lang="en">{spoken.en}</q>
      <q lang="es">{spoken.es}</q>
      <q lang="zh-CN">{chinese}</q>
    </span>
  ),
}

function Picture({ first, then }: { first: string; then: string }): ReactNode {
  return (
    <span className="empty-picture">
      <img src={picture} alt="" />
      <q>{first}</q>
      <q>{then}</q>
    </span>
  )
}

const BARS = 28

function Wave({ seed }: { seed: number }): ReactNode {
  return (
    <svg viewBox={`0 0 ${BARS * 2} 16`} preserveAspectRatio="none">
      {Array.from({ length: BARS }, (_, at) => {
        const height = 3 + ((at * at * 7 + seed * (at + 3)) % 13)
        return <rect key={at} x={at * 2} width={1} y={(16 - height) / 2} height={height} />
      })}
    </svg>
  )
}
