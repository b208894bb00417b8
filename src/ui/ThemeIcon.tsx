import type { ReactNode } from 'react'

/** Half light, half dark: a sun of this size looks like the icon of settings. */
export function ThemeIcon(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.6v10.8a5.4 5.4 0 0 1 0-10.8Z" />
    </svg>
  )
}
