import { Button, Checkbox, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { formatLength } from '#src/ui/format.ts'
import { SelectField } from '#src/ui/SelectField.tsx'

interface Props {
  /** The project's own folder, which comes first. */
  folderId: string
  /** Videos that are in the project. */
  there: readonly string[]
  onAdd: (ids: readonly string[]) => void
  onClose: () => void
}

/** Videos of any folder to put into a project. */
export function AddVideosDialog({ folderId, there, onAdd, onClose }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const { data: folders } = useCall('listFolders', { page_size: 200 })
  const usual = folders?.list.find(({ file_sum }) => file_sum > 0)?.folder_id ?? folderId
  const [chosenFolder, setFolder] = useState<string>()
  const folder_id = chosenFolder ?? usual
  const { data } = useCall('listVideos', folders ? { folder_id, page_size: 200 } : undefined)
  const [picked, setPicked] = useState<readonly string[]>([])
  const turn = (id: string): void =>
    setPicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  return (
    <Dialog isOpen title={t('add_videos')} onClose={onClose} className="pick-dialog">
      <DialogBody>
        <SelectField
          id="add-folder"
          label={t('folder')}
          value={folder_id}
          onChange={setFolder}
          options={(folders?.list ?? []).map(({ folder_id: value, folder_name: label }) => ({ value, label }))}
        />
        {!data && <Spinner size={20} />}
        {data?.list.length === 0 && <p className="muted">{t('errors:batch_empty')}</p>}
        <div className="pick-list">
          {data?.list.map(({ video_id, video_name, video_info }) => (
            <Checkbox
              key={video_id}
              checked={there.includes(video_id) || picked.includes(video_id)}
              disabled={there.includes(video_id)}
              onChange={() => turn(video_id)}
            >
              <span className="ellipsis">{video_name}</span>
              <span className="muted">{formatLength(video_info.duration_ms)}</span>
            </Checkbox>
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              intent="primary"
              disabled={picked.length === 0}
              text={t('add_videos_count', { count: picked.length })}
              onClick={() => onAdd(picked)}
            />
          </>
        }
      />
    </Dialog>
  )
}
