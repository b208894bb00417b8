import './Length.css'
import type { ReactNode } from 'react'
import { formatLength } from './format.ts'

/** Duration of a video, in the corner of its picture. */
export function Length({ ms }: { ms: number }): ReactNode {
  return <span className="cover-length">{formatLength(ms)}</span>
}
