import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Folder } from '#core/contract/folder.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatLength } from '#src/ui/format.ts'
import { Cross, Film, Plus } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { AddVideosDialog } from './AddVideosDialog.tsx'

interface ListProps {
  current: string | undefined
  checked: readonly string[]
  onCheck: (ids: readonly string[]) => void
  onShow: (id: string) => void
  /** Plays the shown video. */
  clip?: ReactNode
}

interface FolderListProps extends ListProps {
  folders: readonly Folder[]
  folderId: string
  onFolder: (id: string) => void
  /** Undefined while loading. */
  videos: readonly Video[] | undefined
  isFailing: boolean
  /** Loads more. */
  pager: ReactNode
}

/** A folder's videos, to choose one or several. */
export function FolderVideoList({
  folders,
  folderId,
  onFolder,
  videos,
  isFailing,
  pager,
  clip,
  ...list
}: FolderListProps): ReactNode {
  const { t } = useTranslation('taskpages')
  return (
    <aside className="task-videos">
      {clip}
      <SelectField
        id="task-folder"
        label={t('folder')}
        value={folderId}
        onChange={onFolder}
        options={folders.map(({ folder_id: value, folder_name: label }) => ({ value, label }))}
      />
      {!videos && !isFailing && <VideoRowSkeletons />}
      <Videos videos={videos ?? []} {...list} />
      {pager}
      <Link className="task-upload" to={`/lab/library/file/${folderId}`}>
        {t('upload_more')}
      </Link>
    </aside>
  )
}

interface ProjectListProps extends ListProps {
  project: DataOf<'getProject'>
}

/** A project's videos: to run, add or remove. */
export function ProjectVideoList({ project, clip, ...list }: ProjectListProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const [isAsking, setAsking] = useState(false)
  const { checked, onCheck } = list
  const { project_id } = project
  const takeOut = async (): Promise<void> => {
    setAsking(false)
    if (await changed(call('removeFromProject', { project_id, video_ids: [...checked] }))) onCheck([])
  }
  return (
    <aside className="task-videos">
      {clip}
      <div className="task-videos-head">
        <span className="muted">{t('videos', { count: project.list.length })}</span>
        <AddVideosButton project={project} onAdded={() => onCheck([])} />
      </div>
      <Videos videos={project.list} {...list} />
      {checked.length > 0 && (
        <Button
          size="small"
          variant="minimal"
          intent="danger"
          icon={<Cross />}
          text={t('take_out', { count: checked.length })}
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        text={t('take_out_question', { count: checked.length })}
        confirmText={t('take_out', { count: checked.length })}
        onConfirm={takeOut}
        onClose={() => setAsking(false)}
      />
    </aside>
  )
}

/** Revalidates what shows a changed project; false if the change failed. */
async function changed(made: Promise<unknown>): Promise<boolean> {
  try {
    await made
    await refresh('getProject', 'listProjects', 'quoteBatch')
    return true
  } catch (error) {
    notifyFailure(error)
    return false
  }
}

interface AddProps {
  project: DataOf<'getProject'>
  onAdded?: () => void
  /** Whether it is the primary act. */
  isFirst?: boolean
}

/** Adds videos of the library to a project. */
export function AddVideosButton({ project, onAdded, isFirst = false }: AddProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const [isOpen, setOpen] = useState(false)
  const { project_id } = project
  const add = async (ids: readonly string[]): Promise<void> => {
    setOpen(false)
    if (await changed(call('joinProject', { project_id, video_ids: [...ids] }))) onAdded?.()
  }
  return (
    <>
      <Button
        size={isFirst ? 'medium' : 'small'}
        intent={isFirst ? 'primary' : 'none'}
        icon={<Plus />}
        text={t('add_videos')}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <AddVideosDialog
          folderId={project.folder_id}
          there={project.list.map(({ video_id }) => video_id)}
          onAdd={(ids) => void add(ids)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Placeholder of a list of videos. */
export function VideoRowSkeletons(): ReactNode {
  return (
    <div className="skeleton" aria-hidden>
      {[1, 2, 3].map((row) => (
        <div key={row} className="task-video-skeleton">
          <span className="video-thumb" />
          <span className="skeleton-block skeleton-line" />
        </div>
      ))}
    </div>
  )
}

function Videos({ videos, current, checked, onCheck, onShow }: ListProps & { videos: readonly Video[] }): ReactNode {
  const { t } = useTranslation('taskpages')
  if (videos.length === 0) return null
  const ids = videos.map(({ video_id }) => video_id)
  const isAll = ids.every((id) => checked.includes(id))
  const turn = (id: string): void =>
    onCheck(checked.includes(id) ? checked.filter((one) => one !== id) : [...checked, id])
  return (
    <>
      <Checkbox
        className="video-all"
        checked={isAll}
        indeterminate={!isAll && checked.length > 0}
        label={checked.length > 0 ? t('chosen', { count: checked.length }) : t('choose_all')}
        onChange={() => onCheck(isAll ? checked.filter((id) => !ids.includes(id)) : [...new Set([...checked, ...ids])])}
      />
      <ul>
        {videos.map((video) => (
          <li key={video.video_id} className={video.video_id === current ? 'task-video video-current' : 'task-video'}>
            <Checkbox
              checked={checked.includes(video.video_id)}
              aria-label={video.video_name}
              onChange={() => turn(video.video_id)}
            />
            <VideoButton video={video} isCurrent={video.video_id === current} onShow={onShow} />
          </li>
        ))}
      </ul>
    </>
  )
}

function VideoButton({ video, isCurrent, onShow }: { video: Video; isCurrent: boolean; onShow: (id: string) => void }) {
  const nameOf = useLanguageNames()
  const { video_id, video_name, video_cover, video_info, language } = video
  return (
    <button type="button" aria-current={isCurrent} onClick={() => onShow(video_id)}>
      <span className="video-thumb">
        {video_cover === '' ? <Film /> : <img src={video_cover} alt="" loading="lazy" />}
      </span>
      <span className="video-words">
        <span className="ellipsis" title={video_name}>
          {video_name}
        </span>
        <span className="muted">
          {formatLength(video_info.duration_ms)} · {nameOf(language)}
        </span>
      </span>
    </button>
  )
}
