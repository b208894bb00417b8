import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { writeTime } from '#core/timing/time-notation.ts'
import { Button } from '#src/ui/Button.ts'
import { WarningSign } from '#src/ui/icons.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'

/** Reports damaged ranges of the video's file; a click seeks to the first. */
export function DamagedParts(): ReactNode {
  const { t } = useTranslation('editor')
  const { media, playhead } = useEditor()
  const notation = useNotation()
  const [first, ...more] = media.damaged ?? []
  if (!first) return null
  const text = t(more.length > 0 ? 'media_damaged_more' : 'media_damaged', {
    from: writeTime(first.start, notation),
    to: writeTime(first.end, notation),
    count: more.length,
  })
  const all = [first, ...more].map(({ start, end }) => `${writeTime(start, notation)} – ${writeTime(end, notation)}`)
  return (
    <Button
      size="small"
      variant="minimal"
      intent="warning"
      icon={<WarningSign />}
      title={all.join('\n')}
      text={text}
      ellipsizeText
      onClick={() => playhead.seek(first.start)}
    />
  )
}
