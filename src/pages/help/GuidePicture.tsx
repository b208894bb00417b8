import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenLanguage } from '#src/api/language.ts'
import { useTheme } from '#src/ui/theme.ts'

/** Addresses of the pictures by path; made by `npm run guide-pictures`. */
const pictures = import.meta.glob<string>('../../../assets/guide/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Chapters with a picture. */
const pictured = ['library', 'upload', 'tasks', 'editor'] as const
type Pictured = (typeof pictured)[number]

function isPictured(chapter: string): chapter is Pictured {
  return pictured.some((name) => name === chapter)
}

/** A chapter's picture in the reader's language and theme; none for a chapter without one. */
export function GuidePicture({ chapter }: { chapter: string }): ReactNode {
  const { t } = useTranslation('guide')
  const theme = useTheme()
  if (!isPictured(chapter)) return null
  const of = (look: string): string | undefined =>
    pictures[`../../../assets/guide/${chapter}-${screenLanguage()}-${look}.webp`]
  const source = of(theme) ?? of('light')
  return (
    <img
      className="guide-picture"
      src={source}
      alt={t(`picture_${chapter}`)}
      width={1120}
      height={640}
      loading="lazy"
    />
  )
}
