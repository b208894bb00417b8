import './PronunciationList.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { type Pronunciation, pronunciationLimits } from '#core/domain/pronunciation.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Plus } from '#src/ui/icons.ts'
import { useLanguageOptions } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'

/** An entry as a folder stores it. */
type FolderPronunciation = Pronunciation & { readonly language: LanguageCode | '' }

const narrowed = (entry: Pronunciation): FolderPronunciation => ({
  ...entry,
  language: isLanguageCode(entry.language) ? entry.language : '',
})

/** Entries without those that are still without a word or a spelling. */
export const completeOnes = (list: readonly Pronunciation[]): FolderPronunciation[] =>
  list.filter(({ word, say }) => word.trim() !== '' && say.trim() !== '').map(narrowed)

interface Props {
  list: readonly Pronunciation[]
  onChange: (list: FolderPronunciation[]) => void
}

/** How voices speak words of a folder's lines, to be edited. */
export function PronunciationList({ list, onChange }: Props): ReactNode {
  const { t } = useTranslation('subtitles')
  const change = (next: readonly Pronunciation[]): void => onChange(next.map(narrowed))
  return (
    <>
      <p className="muted">{t('pronunciations_text')}</p>
      <p className="muted">{t('pronunciations_phonemes')}</p>
      <ul className="pronunciations">
        {list.map((entry, at) => (
          // Entries have no id: their index identifies them while edited.
          <Entry
            key={at}
            entry={entry}
            onChange={(part) => change(list.map((each, index) => (index === at ? { ...each, ...part } : each)))}
            onRemove={() => change(list.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      <Button
        icon={<Plus />}
        text={t('pronunciation_add')}
        disabled={list.length >= pronunciationLimits.most}
        onClick={() => change([...list, { language: '', word: '', say: '' }])}
      />
    </>
  )
}

interface EntryProps {
  entry: Pronunciation
  onChange: (part: Partial<Pronunciation>) => void
  onRemove: () => void
}

function Entry({ entry: { language, word, say }, onChange, onRemove }: EntryProps): ReactNode {
  const { t } = useTranslation('subtitles')
  const languages = [{ value: '', label: t('pronunciation_all') }, ...useLanguageOptions()]
  const { length: maxLength } = pronunciationLimits
  return (
    <li>
      <TextInput
        aria-label={t('pronunciation_word')}
        placeholder={t('pronunciation_word')}
        {...{ maxLength, value: word }}
        onValueChange={(value) => onChange({ word: value })}
      />
      <TextInput
        aria-label={t('pronunciation_say')}
        placeholder={t('pronunciation_say')}
        {...{ maxLength, value: say }}
        onValueChange={(value) => onChange({ say: value })}
      />
      <Select
        label={t('pronunciation_language')}
        value={language}
        options={languages}
        onChange={(value) => onChange({ language: value })}
      />
      <IconButton icon={<Cross />} label={t('pronunciation_remove')} onClick={onRemove} />
    </li>
  )
}
