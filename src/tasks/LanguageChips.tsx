import './language-chips.css'
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { Search, SmallTick } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'

interface Props {
  value: readonly LanguageCode[]
  onChange: (value: readonly LanguageCode[]) => void
  /** Only these; where it is left out, what engines translate into and what is chosen. */
  codes?: readonly string[]
}

/** Several languages to choose, each a switch; a search over their names. */
export function LanguageChips({ value, onChange, codes }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data, error, isValidating, mutate } = useCall('getLanguages', {})
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase()
  const offered = new Set<string>(codes ?? [...(data?.target_translate.map(({ code }) => code) ?? []), ...value])
  const shown = (data?.upload ?? []).filter(
    ({ code, name }) => offered.has(code) && (name.toLocaleLowerCase().includes(wanted) || code.startsWith(wanted)),
  )
  const turn = (code: string): void => {
    if (!isLanguageCode(code)) return
    onChange(value.includes(code) ? value.filter((one) => one !== code) : [...value, code])
  }
  if (!data && error)
    return (
      <Callout intent="warning" role="alert" className="callout-way">
        <span>
          {t('languages_failed')}
          <br />
          {error.isOffline ? t('common:offline') : error.message}
        </span>
        <Button size="small" text={t('common:retry')} loading={isValidating} onClick={() => void mutate()} />
      </Callout>
    )
  return (
    <div className="language-chips">
      <InputGroup
        leftIcon={<Search />}
        placeholder={t('search_languages')}
        aria-label={t('search_languages')}
        value={search}
        onValueChange={setSearch}
      />
      <div role="group" aria-label={t('into')}>
        {!data && <ChipSkeletons />}
        {shown.map(({ code, name }) => {
          const isOn = value.some((one) => one === code)
          return (
            <button key={code} type="button" className="chip" aria-pressed={isOn} onClick={() => turn(code)}>
              {isOn && <SmallTick size={14} aria-hidden />}
              {name}
            </button>
          )
        })}
        {data && shown.length === 0 && <p className="muted">{t('no_language')}</p>}
      </div>
    </div>
  )
}

/** Where the languages will stand. */
function ChipSkeletons(): ReactNode {
  return (
    <span className="chip-skeletons skeleton" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((chip) => (
        <span key={chip} className="skeleton-block" />
      ))}
    </span>
  )
}
