import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EraseMask, ErasePlace } from '#core/domain/erase-mask-schema.ts'
import { isErased } from '#core/media/erase/mask.ts'
import { standsThroughout } from '#core/media/erase/verdicts.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { formatLength } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Trash } from '#src/ui/icons.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { Tag } from '#src/ui/Tag.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { type Look, type LookedText, withoutPlace, withPlaceTime, withTexts } from './mask-edits.ts'

const ROW_HEIGHT = 40

interface Props {
  look: Look
  mask: EraseMask
  atMs: number
  durationMs: number
  onChange: (mask: EraseMask) => void
  onShow: (range: { from_ms: number; to_ms: number }) => void
}

/** All found texts in time order, and the user's regions. */
export function MaskList({ look, mask, atMs, durationMs, onChange, onShow }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const captions = look.texts.filter(({ verdict }) => verdict === 'caption')
  const shownAt = look.texts.findIndex(({ from_ms, to_ms }) => from_ms <= atMs && atMs < to_ms)
  return (
    <div className="mask-list">
      <div className="mask-list-head">
        <span>{t('mask_found', { count: look.texts.length })}</span>
        <Button
          size="small"
          variant="minimal"
          text={t('mask_all_captions')}
          disabled={captions.length === 0}
          onClick={() => onChange(withTexts(mask, captions, true))}
        />
        <Button
          size="small"
          variant="minimal"
          text={t('mask_nothing')}
          disabled={look.texts.length === 0}
          onClick={() => onChange(withTexts(mask, look.texts, false))}
        />
      </div>
      {look.texts.length === 0 ? (
        <p className="muted mask-empty">{t('mask_no_text')}</p>
      ) : (
        <VirtualList
          className="mask-texts"
          label={t('mask_title')}
          items={look.texts}
          rowHeight={ROW_HEIGHT}
          keyOf={({ id }) => id}
          {...(shownAt >= 0 && { shownAt })}
          render={(text) => (
            <TextRow
              text={text}
              durationMs={durationMs}
              isGoing={isErased(text, mask)}
              onGoing={(isGoing) => onChange(withTexts(mask, [text], isGoing))}
              onShow={() => onShow(text)}
            />
          )}
        />
      )}
      {mask.places.map((place, at) => (
        <PlaceRow
          key={at}
          place={place}
          durationMs={durationMs}
          onTime={(time) => onChange(withPlaceTime(mask, at, time))}
          onRemove={() => onChange(withoutPlace(mask, at))}
        />
      ))}
    </div>
  )
}

interface TextRowProps {
  text: LookedText
  durationMs: number
  isGoing: boolean
  onGoing: (isGoing: boolean) => void
  onShow: () => void
}

function TextRow({ text, durationMs, isGoing, onGoing, onShow }: TextRowProps): ReactNode {
  const { t } = useTranslation('tasks')
  const words = text.reading?.text ?? t('mask_unreadable')
  return (
    <div className="mask-row">
      <Checkbox checked={isGoing} aria-label={words} onChange={({ currentTarget }) => onGoing(currentTarget.checked)} />
      <button type="button" className="mask-row-text" onClick={onShow}>
        <span className="mask-time">{formatLength(text.from_ms)}</span>
        <bdi className={text.reading ? '' : 'muted'}>{words}</bdi>
      </button>
      <Tag minimal intent={text.verdict === 'caption' ? 'primary' : 'none'}>
        {t(standsThroughout(text, durationMs) ? 'mask_throughout' : `mask_verdict_${text.verdict}`)}
      </Tag>
    </div>
  )
}

interface PlaceRowProps {
  place: ErasePlace
  durationMs: number
  onTime: (time: { from_ms: number; to_ms: number }) => void
  onRemove: () => void
}

/** A user's region: its time span in seconds. */
function PlaceRow({ place, durationMs, onTime, onRemove }: PlaceRowProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { from_ms, to_ms } = place
  const field = (value: number, label: string, onValue: (ms: number) => void): ReactNode => (
    <NumberInput
      size="small"
      aria-label={label}
      value={value / 1000}
      min={0}
      max={durationMs / 1000}
      stepSize={1}
      minorStepSize={0.1}
      majorStepSize={10}
      buttonPosition="none"
      onValueChange={(seconds) => {
        if (!Number.isNaN(seconds)) onValue(Math.round(seconds * 1000))
      }}
    />
  )
  return (
    <div className="mask-row mask-place">
      <span>{place.strokes ? t('mask_brushed') : t('mask_boxed')}</span>
      {field(from_ms, t('mask_from'), (ms) => onTime({ from_ms: ms, to_ms }))}
      <span className="muted">–</span>
      {field(to_ms, t('mask_to'), (ms) => onTime({ from_ms, to_ms: Math.min(durationMs, ms) }))}
      <span className="muted">{t('mask_seconds')}</span>
      <IconButton icon={<Trash />} label={t('mask_remove')} size="small" onClick={onRemove} />
    </div>
  )
}
