import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { notify } from '#src/ui/toaster.ts'
import { type ChosenFile, idsOf } from './files.ts'
import { FormDialog } from './FormDialog.tsx'

interface Props {
  folderId: string
  /** Left out for the whole folder. */
  files?: readonly ChosenFile[]
  /** Of the folder. */
  name?: string
  onClose: () => void
}

type Parts = NonNullable<InputOf<'downloadFiles'>['parts']>
const choices: readonly Parts[] = ['all', 'videos', 'subtitles']

/** Chooses which files of a folder, or of the selection, are zipped. */
export function DownloadDialog({ folderId, files, name, onClose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const [parts, setParts] = useState<Parts>('all')
  const download = async (): Promise<void> => {
    const { url, file_name, file_sum } = await call('downloadFiles', {
      folder_id: folderId,
      parts,
      ...(files && idsOf(files)),
    })
    const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
    link.click()
    notify.success(t('download_begins', { count: file_sum }))
  }
  return (
    <FormDialog
      title={files ? t('download_files', { count: files.length }) : t('download_folder')}
      confirmText={t('download_now')}
      onConfirm={download}
      onClose={onClose}
    >
      {name !== undefined && <p className="muted">{name}</p>}
      <RadioGroup
        label={t('download_parts')}
        selectedValue={parts}
        onChange={({ currentTarget: { value } }) => setParts(choices.find((each) => each === value) ?? 'all')}
      >
        {choices.map((value) => (
          <Radio key={value} value={value} label={t(`download_${value}`)} />
        ))}
      </RadioGroup>
    </FormDialog>
  )
}
