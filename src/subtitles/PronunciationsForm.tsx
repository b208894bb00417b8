import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { notify } from '#src/ui/toaster.ts'
import { completeOnes, PronunciationList } from './PronunciationList.tsx'

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
    const pronunciations = completeOnes(list)
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
        <PronunciationList list={list} onChange={setEdited} />
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
