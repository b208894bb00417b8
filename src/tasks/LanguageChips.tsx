import './language-chips.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'
import { Search, SmallTick } from '#src/ui/icons.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { LanguagesFailed } from './LanguagesFailed.tsx'

interface Props {
  value: readonly LanguageCode[]
  onChange: (value: readonly LanguageCode[]) => void
  /** The selectable ones; by default target languages of engines and selected ones. */
  codes?: readonly string[]
}

/** So many languages are found without a search. */
const FEW = 8

/** Selects several languages by toggles, with a search. */
export function LanguageChips({ value, onChange, codes }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data, error } = useCall('getLanguages', {})
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
  if (!data && error) return <LanguagesFailed />
  return (
    <div className="language-chips">
      {offered.size > FEW && (
        <TextInput
          leftIcon={<Search />}
          placeholder={t('search_languages')}
          aria-label={t('search_languages')}
          value={search}
          onValueChange={setSearch}
        />
      )}
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

/** Placeholder of the languages. */
function ChipSkeletons(): ReactNode {
  return (
    <span className="chip-skeletons skeleton" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((chip) => (
        <span key={chip} className="skeleton-block" />
      ))}
    </span>
  )
}
