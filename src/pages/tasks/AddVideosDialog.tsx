import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFolders } from '#src/api/folders.ts'
import { useCall } from '#src/api/hooks.ts'
import { formatLength } from '#src/ui/format.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { PickDialog } from './PickDialog.tsx'

const PAGE_SIZE = 100

interface Props {
  /** The project's folder, shown if no folder has videos. */
  folderId: string
  /** The project's videos. */
  there: readonly string[]
  onAdd: (ids: readonly string[]) => void
  onClose: () => void
}

/** Adds videos of any folder to a project. */
export function AddVideosDialog({ folderId, there, onAdd, onClose }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const { data: folders, error: noFolders } = useFolders()
  const usual = folders?.list.find(({ video_sum }) => video_sum > 0)?.folder_id ?? folderId
  const [chosenFolder, setFolder] = useState<string>()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const folder_id = chosenFolder ?? usual
  const { data, error } = useCall('listVideos', folders && { folder_id, search, page, page_size: PAGE_SIZE })
  const [picked, setPicked] = useState<readonly string[]>([])
  return (
    <PickDialog
      title={t('add_videos')}
      folders={folders?.list}
      folderId={folder_id}
      onFolder={(id) => {
        setFolder(id)
        setPage(1)
      }}
      search={search}
      onSearch={(text) => {
        setSearch(text)
        setPage(1)
      }}
      items={data?.list.map(({ video_id, video_name, video_info }) => ({
        id: video_id,
        name: video_name,
        note: formatLength(video_info.duration_ms),
        isThere: there.includes(video_id),
      }))}
      pager={<Pager page={page} pageSize={PAGE_SIZE} total={data?.total ?? 0} onPage={setPage} />}
      error={noFolders ?? error}
      emptyText={t('errors:batch_empty')}
      picked={picked}
      onPick={setPicked}
      confirmText={picked.length > 0 ? t('add_videos_count', { count: picked.length }) : t('add_videos')}
      onConfirm={() => onAdd(picked)}
      onClose={onClose}
    />
  )
}
