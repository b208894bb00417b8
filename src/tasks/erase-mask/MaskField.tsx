import './mask.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { EraseMask } from '#core/domain/erase-mask-schema.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { EyeOpen } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { countGoing } from './mask-edits.ts'
import { MaskDialog } from './MaskDialog.tsx'
import type { LookState } from './use-look.ts'

interface Props {
  video: Video
  look: LookState
  mask: EraseMask
  onChange: (mask: EraseMask) => void
}

/** The preview of an erasure before payment: requested, made, and edited in a dialog. */
export function MaskField({ video, look: state, mask, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(true)
  const { look, error, isAsked, isWaiting, progress } = state
  if (error)
    return (
      <Callout intent="warning" compact>
        {error.isOffline ? t('common:offline') : error.message}
        <Button size="small" variant="minimal" text={t('common:retry')} onClick={state.ask} />
      </Callout>
    )
  if (!isAsked)
    return (
      <div className="mask-field">
        <p className="muted">{t('mask_intro')}</p>
        <Button
          icon={<EyeOpen />}
          text={t('mask_look')}
          onClick={() => {
            setOpen(true)
            state.ask()
          }}
        />
      </div>
    )
  if (!look)
    return (
      <div className="mask-field" role="status">
        <p className="muted">{isWaiting ? t('mask_waiting') : t('mask_looking')}</p>
        <Progress label={t('mask_looking')} value={progress} />
      </div>
    )
  const going = countGoing(look.texts, mask)
  return (
    <div className="mask-field">
      <p role="status">
        {look.texts.length === 0 && going === 0 ? t('mask_no_text') : t('mask_summary', { count: going })}
      </p>
      <Button icon={<EyeOpen />} text={t('mask_open')} onClick={() => setOpen(true)} />
      {isOpen && (
        <MaskDialog
          video={video}
          look={look}
          mask={mask}
          onUse={(edited) => {
            onChange({ ...edited, confirmed: true })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
