import './PronunciationsForm.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode } from '#core/domain/languages.ts'
import { type Pronunciation, pronunciationLimits } from '#core/domain/pronunciation.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Plus } from '#src/ui/icons.ts'
import { useLanguageOptions } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  folderId: string
  onClose: () => void
  onSaved: () => void
}

/** The body of a dialog: how voices speak words of a folder's lines. */
export function PronunciationsForm({ folderId, onClose, onSaved }: Props): ReactNode {
  const { t } = useTranslation('subtitles')
  const { data } = useCall('getProFolder', { folder_id: folderId }, { revalidateOnFocus: false })
  const [edited, setEdited] = useState<readonly Pronunciation[]>()
  const [busy, setBusy] = useState(false)
  if (!data) return null
  const list = edited ?? data.settings.pronunciations
  const save = async (): Promise<void> => {
    setBusy(true)
    const pronunciations = list.flatMap(({ language, word, say }) =>
      word.trim() && say.trim() ? { language: isLanguageCode(language) ? language : ('' as const), word, say } : [],
    )
    try {
      await call('setFolderSettings', { folder_id: folderId, revision: data.revision, settings: { pronunciations } })
      await refresh('getProFolder')
      notify.success(t('pronunciations_saved'))
      onSaved()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <DialogBody>
        <p>{t('pronunciations_text')}</p>
        <p className="muted">{t('pronunciations_phonemes')}</p>
        <ul className="pronunciations">
          {list.map((entry, at) => (
            // Entries have no id: their index identifies them while edited.
            <Entry
              key={at}
              entry={entry}
              onChange={(part) => setEdited(list.map((each, index) => (index === at ? { ...each, ...part } : each)))}
              onRemove={() => setEdited(list.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
        <Button
          icon={<Plus />}
          text={t('pronunciation_add')}
          disabled={list.length >= pronunciationLimits.most}
          onClick={() => setEdited([...list, { language: '', word: '', say: '' }])}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button type="submit" intent="primary" loading={busy} disabled={!edited} text={t('pronunciations_save')} />
          </>
        }
      />
    </form>
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
