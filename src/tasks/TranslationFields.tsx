import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { type GlossaryTerm, readGlossary } from '#core/translate/glossary.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { stored } from '#src/ui/stored.ts'
import { TextArea } from '#src/ui/TextArea.ts'
import { kept } from './initial.ts'
import type { Initial } from './kind.ts'
import { OptionsFold } from './OptionsFold.tsx'

/** Terms by language pair, as typed. */
const keptTerms = stored('cuelane-glossaries', z.record(z.string(), z.string()), {})
const keptGlossary = z.array(z.object({ from: z.string(), to: z.string() }))
const keptProfile = stored('cuelane-translate-profile', z.enum(profileIds), 'netflix')

interface TranslationChoice {
  /** As it goes over the wire. */
  readonly value: { readonly profile: ProfileId; readonly glossary: GlossaryTerm[] }
  readonly terms: string
  readonly setTerms: (text: string) => void
  readonly setProfile: (profile: ProfileId) => void
}

/** The choices of a translation besides languages; remembered per pair. */
export function useTranslationChoice(from: string | undefined, to: string, initial?: Initial): TranslationChoice {
  const pair = `${from}-${to}`
  const [all, setAll] = useState(() => keptTerms.get())
  const [profile, setProfile] = useState(() => kept(initial, 'profile', profileIds, keptProfile.get()))
  const terms = all[pair] ?? termsIn(initial)
  return {
    value: { profile, glossary: readGlossary(terms) },
    terms,
    setTerms: (text) => {
      const next = { ...keptTerms.get(), [pair]: text }
      keptTerms.set(next)
      setAll(next)
    },
    setProfile: (id) => {
      keptProfile.set(id)
      setProfile(id)
    },
  }
}

/** Stored terms as text for the field. */
function termsIn(initial: Initial | undefined): string {
  const terms = z.safeParse(keptGlossary, initial?.['glossary'])
  return terms.success ? terms.data.map(({ from, to }) => `${from} = ${to}`).join('\n') : ''
}

/** The guide and glossary, collapsed if empty. */
export function TranslationFields({ choice }: { choice: TranslationChoice }): ReactNode {
  const { t } = useTranslation('tasks')
  const { value, terms, setTerms, setProfile } = choice
  return (
    <OptionsFold text={t('translation_options')} startsOpen={terms !== ''}>
      <SelectField
        id="translation-profile"
        label={t('translation_profile')}
        value={value.profile}
        onChange={setProfile}
        options={profileIds.map((id) => ({ value: id, label: profiles[id].name }))}
      />
      <FormGroup
        label={t('glossary')}
        labelFor="translation-terms"
        helperText={t('glossary_count', { count: value.glossary.length })}
      >
        <TextArea
          id="translation-terms"
          fill
          rows={3}
          maxLength={20_000}
          placeholder={t('glossary_example')}
          value={terms}
          onChange={({ currentTarget }) => setTerms(currentTarget.value)}
        />
      </FormGroup>
    </OptionsFold>
  )
}
