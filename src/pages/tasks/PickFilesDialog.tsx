import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode } from '#core/domain/languages.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { useFolders } from '#src/api/folders.ts'
import { useCall } from '#src/api/hooks.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { PickDialog } from './PickDialog.tsx'
import type { ChosenFile } from './translate-files.ts'

interface Props {
  onPick: (files: readonly ChosenFile[]) => void
  onClose: () => void
}

/** Chooses subtitle files without a video. */
export function PickFilesDialog({ onPick, onClose }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const nameOf = useLanguageNames()
  const { data: folders, error: noFolders } = useFolders()
  const [chosenFolder, setFolder] = useState<string>()
  const [search, setSearch] = useState('')
  const filled = folders?.list.find(({ file_sum, video_sum }) => file_sum > video_sum) ?? folders?.list[0]
  const folder_id = chosenFolder ?? filled?.folder_id
  const { data, error } = useCall('listVersions', folder_id === undefined ? undefined : { folder_id })
  // Kept by id: files of other folders stay selected.
  const [picked, setPicked] = useState<ReadonlyMap<string, ChosenFile>>(new Map())
  const shown = data?.list.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const pick = (ids: readonly string[]): void =>
    setPicked(
      new Map(
        ids.flatMap((id) => {
          const version = data?.list.find(({ file_id }) => file_id === id)
          const file = picked.get(id) ?? (version && chosenFile(version))
          return file ? [[id, file] as const] : []
        }),
      ),
    )
  return (
    <PickDialog
      title={t('choose_from_space')}
      folders={folders?.list}
      folderId={folder_id}
      onFolder={setFolder}
      search={search}
      onSearch={setSearch}
      items={shown?.map(({ file_id, name, cue_sum, language }) => ({
        id: file_id,
        name,
        note: `${nameOf(language)} · ${t('lines', { count: cue_sum })}`,
        disabled: cue_sum === 0,
      }))}
      error={noFolders ?? error}
      emptyText={t('no_files_in_folder')}
      picked={[...picked.keys()]}
      onPick={pick}
      confirmText={picked.size > 0 ? t('add_files', { count: picked.size }) : t('add_chosen_files')}
      onConfirm={() => onPick([...picked.values()])}
      onClose={onClose}
    />
  )
}

function chosenFile({ file_id, folder_id, name, cue_sum, language }: SubtitleVersion): ChosenFile {
  return {
    file_id,
    folder_id,
    name,
    lines: cue_sum,
    isSent: false,
    confidence: undefined,
    language: isLanguageCode(language) ? language : undefined,
  }
}
