import { Button, Checkbox, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { ChosenFile } from './translate-files.ts'

interface Props {
  onPick: (files: readonly ChosenFile[]) => void
  onClose: () => void
}

/** Subtitle files of the space that stand by themselves, to choose some of. */
export function PickFilesDialog({ onPick, onClose }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const nameOf = useLanguageNames()
  const { data: folders } = useCall('listFolders', { page_size: 200 })
  const [chosenFolder, setFolder] = useState<string>()
  const folder_id = chosenFolder ?? folders?.list[0]?.folder_id
  const { data } = useCall('listVersions', folder_id === undefined ? undefined : { folder_id })
  const [picked, setPicked] = useState<readonly ChosenFile[]>([])
  const turn = (file: ChosenFile): void =>
    setPicked((before) =>
      before.some(({ file_id }) => file_id === file.file_id)
        ? before.filter(({ file_id }) => file_id !== file.file_id)
        : [...before, file],
    )
  return (
    <Dialog isOpen title={t('choose_from_space')} onClose={onClose} className="pick-dialog">
      <DialogBody>
        <SelectField
          id="pick-folder"
          label={t('folder')}
          value={folder_id ?? ''}
          onChange={setFolder}
          options={(folders?.list ?? []).map(({ folder_id: value, folder_name: label }) => ({ value, label }))}
        />
        {!data && folders?.list.length !== 0 && <Spinner size={20} />}
        {data?.list.length === 0 && <p className="muted">{t('no_files_in_folder')}</p>}
        <div className="pick-list">
          {data?.list.map((version) => {
            const { file_id, folder_id: place, name, cue_sum: lines, language } = version
            const file: ChosenFile = {
              ...{ file_id, folder_id: place, name, lines, isSent: false, confidence: undefined },
              language: isLanguageCode(language) ? language : undefined,
            }
            return (
              <Checkbox
                key={file_id}
                checked={picked.some((one) => one.file_id === file_id)}
                onChange={() => turn(file)}
                disabled={lines === 0}
              >
                <span className="ellipsis">{name}</span>
                <span className="muted">
                  {nameOf(language)} · {t('lines', { count: lines })}
                </span>
              </Checkbox>
            )
          })}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              intent="primary"
              disabled={picked.length === 0}
              text={t('add_files', { count: picked.length })}
              onClick={() => onPick(picked)}
            />
          </>
        }
      />
    </Dialog>
  )
}
