import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceOfText, priceOfVideo, rates } from '#core/tasks/prices.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Slider } from '#src/ui/Slider.ts'

const kinds = ['video_extract', 'subtitle_translate', 'video_synthesis'] as const
type Kind = (typeof kinds)[number]

const MINUTE_MS = 60_000
/** Range of minutes. */
const SHORTEST = 1
const LONGEST = 120

/** Blueprint's slider lacks Home and End keys. */
function endOf(key: string): number | undefined {
  if (key === 'Home') return SHORTEST
  return key === 'End' ? LONGEST : undefined
}

/** Characters of a minute's speech: about 150 words. */
const CHARACTERS_A_MINUTE = 900

/** A task's price by the server's rule. */
export function PriceDemo(): ReactNode {
  const { t } = useTranslation('public')
  const [kind, setKind] = useState<Kind>('video_extract')
  const [minutes, setMinutes] = useState(10)
  const credits =
    kind === 'subtitle_translate'
      ? priceOfText(rates[kind], minutes * CHARACTERS_A_MINUTE)
      : priceOfVideo(rates[kind], minutes * MINUTE_MS)
  return (
    <div className="price-demo" data-testid="price-demo">
      <SegmentedControl
        fill
        value={kind}
        onValueChange={(value) => setKind(kinds.find((one) => one === value) ?? 'video_extract')}
        options={kinds.map((value) => ({ value, label: t(`price_${value}`) }))}
      />
      <div className="price-length">
        <span>{t('price_length')}</span>
        <strong>{t('price_minutes', { count: minutes })}</strong>
      </div>
      <div
        onKeyDown={(event) => {
          const end = endOf(event.key)
          if (end === undefined) return
          event.preventDefault()
          setMinutes(end)
        }}
      >
        <Slider
          min={SHORTEST}
          max={LONGEST}
          labelRenderer={false}
          value={minutes}
          onChange={setMinutes}
          handleHtmlProps={{ 'aria-label': t('price_length') }}
        />
      </div>
      <div className="price-sum">
        <strong data-testid="price">{t('price_credits', { count: credits })}</strong>
        <span className="muted">{t(kind === 'subtitle_translate' ? 'price_by_text' : 'price_by_time')}</span>
      </div>
      <LinkButton to="/login?tab=register">{t('price_start')}</LinkButton>
    </div>
  )
}
