import { Button, InputGroup, NonIdealState } from '@blueprintjs/core'
import { Search, Upload, Video as VideoIcon } from '@blueprintjs/icons'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { videoExtensions } from '#core/domain/limits.ts'
import type { Folder } from '#core/contract/folder.ts'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { UploadList } from './UploadList.tsx'
import { addUploads, uploads } from './uploads.ts'
import { VideoCard } from './VideoCard.tsx'

const ACCEPT = videoExtensions.map((extension) => `.${extension}`).join(',')

/** The videos of a folder, a search over them, and the way in for new ones: a button, or files dropped here. */
export function FolderVideos({ folder }: { folder: Folder }): ReactNode {
  const { t } = useTranslation('library')
  const { user } = useSnapshot(account)
  const { items } = useSnapshot(uploads)
  const [search, setSearch] = useState('')
  const [over, setOver] = useState(false)
  const { data } = useCall(
    'listVideos',
    { folder_id: folder.folder_id, search, page_size: 200 },
    { keepPreviousData: true },
  )
  // A file that is still being checked stands in the list of uploads.
  const videos = data?.list.filter(({ video_id }) => !items.some(({ videoId }) => videoId === video_id))
  const mayUpload = !user?.is_vistor
  const take = (files: FileList | null): void => {
    if (files && mayUpload) addUploads(folder.folder_id, [...files])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={over ? 'videos videos-over' : 'videos'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(mayUpload)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="videos-head">
        <h1 className="ellipsis">{folder.folder_name}</h1>
        <InputGroup
          leftIcon={<Search />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          onValueChange={setSearch}
        />
        <UploadButton mayUpload={mayUpload} onFiles={take} />
      </div>
      <UploadList folderId={folder.folder_id} />
      {videos?.length === 0 && <NoVideos isSearch={search !== ''} mayUpload={mayUpload} />}
      <ul className="video-grid">
        {videos?.map((video) => (
          <VideoCard key={video.video_id} video={video} />
        ))}
      </ul>
    </div>
  )
}

interface UploadButtonProps {
  mayUpload: boolean
  onFiles: (files: FileList | null) => void
}

function UploadButton({ mayUpload, onFiles }: UploadButtonProps): ReactNode {
  const { t } = useTranslation('library')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        data-testid="video-files"
        onChange={(event) => {
          onFiles(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button
        intent="primary"
        icon={<Upload />}
        text={t('upload')}
        disabled={!mayUpload}
        title={mayUpload ? t('upload_hint') : t('errors:log_in_first')}
        onClick={() => input.current?.click()}
      />
    </>
  )
}

function NoVideos({ isSearch, mayUpload }: { isSearch: boolean; mayUpload: boolean }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NonIdealState
      icon={<VideoIcon size={48} />}
      title={isSearch ? t('nothing_found') : t('no_videos')}
      description={isSearch ? '' : t(mayUpload ? 'no_videos_text' : 'no_videos_visitor')}
    />
  )
}
