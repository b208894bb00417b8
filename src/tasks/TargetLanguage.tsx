import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import type { Initial } from './kind.ts'
import { LanguageChips } from './LanguageChips.tsx'
import { LanguagesFailed } from './LanguagesFailed.tsx'

interface TargetChoice {
  target: LanguageCode
  setTarget: (code: LanguageCode) => void
}

/** The target language: by default one that an engine covers; the first of those chosen elsewhere. */
export function useTargetLanguage(from: string, initial?: Initial, targets?: readonly LanguageCode[]): TargetChoice {
  const { data: languages } = useCall('getLanguages', {})
  const [chosen, setTarget] = useState<LanguageCode | undefined>(languageIn(initial))
  const covered = languages?.translate_pairs[from]?.find(isLanguageCode)
  return { target: targets?.[0] ?? chosen ?? covered ?? (from === 'en' ? 'zh_cn' : 'en'), setTarget }
}

const languageIn = (initial: Initial | undefined): LanguageCode | undefined => {
  const code = initial?.['to_language']
  return typeof code === 'string' && isLanguageCode(code) ? code : undefined
}

interface FieldProps {
  id: string
  from: string | undefined
  choice: TargetChoice
}

/** Languages that engines translate the source into, and those reached through another one. */
function useOffered(from: string | undefined) {
  const { data: languages } = useCall('getLanguages', {})
  const ways = from === undefined ? undefined : languages?.translate_through[from]
  // Without an engine for it all are listed: the offer says why it is impossible.
  const covered = from === undefined ? undefined : languages?.translate_pairs[from]
  const codes =
    languages?.target_translate.flatMap(({ code }) =>
      code === from || covered?.includes(code) === false ? [] : code,
    ) ?? []
  return { ways, codes }
}

/** Selects the target language among the engines' for the source. */
export function TargetLanguage({ id, from, choice }: FieldProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { ways, codes } = useOffered(from)
  const between = ways?.[choice.target]
  return (
    <>
      <FormGroup
        label={t('target_language')}
        labelFor={id}
        helperText={between && t('translate_through', { language: between.name })}
      >
        <LanguageSelect
          id={id}
          value={choice.target}
          codes={codes}
          noteOf={(code) => (ways?.[code] ? t('draft') : '')}
          onChange={choice.setTarget}
        />
      </FormGroup>
      <LanguagesFailed />
    </>
  )
}

interface ChipsProps {
  from: string | undefined
  targets: readonly LanguageCode[]
  onTargets: (targets: readonly LanguageCode[]) => void
}

/** Selects several target languages: each makes one task. */
export function TargetLanguages({ from, targets, onTargets }: ChipsProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { ways, codes } = useOffered(from)
  const nameOf = useLanguageNames()
  const through = targets.flatMap((code) => {
    const way = ways?.[code]
    return way ? [t('through_of', { target: nameOf(code), text: t('translate_through', { language: way.name }) })] : []
  })
  return (
    <FormGroup label={t('target_languages')} helperText={through.length > 0 && through.join(' ')}>
      <LanguageChips value={targets} onChange={onTargets} codes={[...new Set([...codes, ...targets])]} />
    </FormGroup>
  )
}
