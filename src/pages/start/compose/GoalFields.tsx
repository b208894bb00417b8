import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { dubSubtitles } from '#core/domain/dubbing.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { spokenLanguage } from '#core/domain/spoken-language.ts'
import { useCall } from '#src/api/hooks.ts'
import { LanguageChips } from '#src/tasks/LanguageChips.tsx'
import { LanguagesFailed } from '#src/tasks/LanguagesFailed.tsx'
import { Button } from '#src/ui/Button.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { Plus, SmallTick } from '#src/ui/icons.ts'
import { useLanguageNames, useLanguageOptions } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { intake, setGoals } from './intake.ts'

/** The languages and choices that belong to the goals. */
export function GoalFields(): ReactNode {
  const { goals } = useSnapshot(intake)
  if (!goals.subtitles) return null
  return (
    <div className="goal-fields">
      {goals.translate && <Targets />}
      <div className="goal-row">
        <Source />
        <Shown />
      </div>
      <Corrections />
    </div>
  )
}

/** Languages that are offered as chips, the most asked for first. */
const usual: readonly LanguageCode[] = ['es', 'en', 'zh_cn', 'fr', 'de', 'pt', 'ja', 'it', 'ko', 'ru']
const MOST_CHIPS = 6

/** The source language of the first video, or the one chosen. */
function useSource(): { code: LanguageCode; isGuess: boolean } {
  const { goals, items } = useSnapshot(intake)
  const id = items.find(({ preparedId }) => preparedId !== '')?.preparedId
  const { data: video } = useCall('getVideo', id === undefined ? undefined : { file_id: id })
  if (goals.source !== '') return { code: goals.source, isGuess: false }
  return video ? spokenLanguage(video) : { code: 'en', isGuess: true }
}

/** Target languages as chips: the usual ones at hand, all by a search. */
function Targets(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  const nameOf = useLanguageNames()
  const source = useSource().code
  const { data: languages } = useCall('getLanguages', {})
  const [isAll, setAll] = useState(false)
  const targets = goals.targets
  const spoken = languages?.target_dubbing.map(({ code }) => code)
  const pairs = languages?.translate_pairs[source]
  const mayBe = (code: string): boolean =>
    code !== source && pairs?.includes(code) !== false && (!goals.dub || spoken?.includes(code) !== false)
  const codes = languages?.target_translate.map(({ code }) => code).filter(mayBe)
  const shown = [...targets, ...usual.filter((code) => !targets.includes(code) && codes?.includes(code))]
  const press = (code: LanguageCode): void =>
    setGoals({ targets: targets.includes(code) ? targets.filter((one) => one !== code) : [...targets, code] })
  return (
    <FormGroup label={t('targets')}>
      {isAll ? (
        <LanguageChips value={targets} onChange={(value) => setGoals({ targets: value })} {...(codes && { codes })} />
      ) : (
        <div className="goal-chips" role="group" aria-label={t('targets')}>
          {shown.slice(0, Math.max(MOST_CHIPS, targets.length)).map((code) => {
            const isOn = targets.includes(code)
            return (
              <button key={code} type="button" className="chip" aria-pressed={isOn} onClick={() => press(code)}>
                {isOn && <SmallTick size={14} aria-hidden />}
                {nameOf(code)}
              </button>
            )
          })}
          <Button
            variant="minimal"
            size="small"
            icon={<Plus />}
            text={t('more_languages')}
            onClick={() => setAll(true)}
          />
        </div>
      )}
      <LanguagesFailed />
    </FormGroup>
  )
}

/** The spoken language: as each file says it, or the one chosen for all. */
function Source(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  const options = useLanguageOptions()
  const nameOf = useLanguageNames()
  const { code, isGuess } = useSource()
  const own = t(isGuess ? 'source_unknown' : 'source_found', { language: nameOf(code) })
  return (
    <FormGroup
      label={t('source')}
      labelFor="start-source"
      helperText={goals.source === '' && isGuess && t('source_guess', { language: nameOf(code) })}
    >
      <Select<string>
        id="start-source"
        value={goals.source}
        options={[{ value: '', label: goals.source === '' ? own : t('source_file') }, ...options]}
        onChange={(value) => setGoals({ source: isLanguageCode(value) ? value : '' })}
      />
    </FormGroup>
  )
}

/** How results show their subtitles. */
function Shown(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  return (
    <SelectField
      id="start-shown"
      label={t('shown')}
      value={goals.shown}
      onChange={(shown) => setGoals({ shown })}
      options={dubSubtitles.map((value) => ({ value, label: t(`shown_${value}`) }))}
    />
  )
}

/** Where the chain waits for the user. */
function Corrections(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  if (!goals.translate) return null
  const options = [
    { value: '', label: t('stop_never') },
    { value: 'extract', label: t('stop_extract') },
    { value: 'translate', label: t('stop_translate') },
    { value: 'extract,translate', label: t('stop_both') },
  ]
  return (
    <SelectField
      id="start-stops"
      label={t('stop')}
      value={goals.stops.join(',')}
      onChange={(value) =>
        setGoals({ stops: (['extract', 'translate'] as const).filter((stop) => value.includes(stop)) })
      }
      options={options}
    />
  )
}
