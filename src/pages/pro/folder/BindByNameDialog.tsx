import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProSubtitle, ProVideo } from '#core/contract/pro.ts'
import { pairByName } from '#core/domain/file-pairs.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import type { OpenFolder } from '../open-folder.ts'

interface Found {
  readonly files: readonly ProSubtitle[]
  readonly videos: readonly ProVideo[]
}

/** Per answer. */
const MOST = 200

/** Reads what can be bound in a folder: all videos, and files without one. */
async function find(folder_id: string): Promise<Found> {
  const files: ProSubtitle[] = []
  const videos: ProVideo[] = []
  let after = ''
  do {
    const page = await call('listProSubtitles', { folder_id, unbound: '1', after, limit: MOST })
    files.push(...page.list)
    after = page.next
  } while (after !== '')
  do {
    const page = await call('listProVideos', { folder_id, after, limit: MOST })
    videos.push(...page.list)
    after = page.next
  } while (after !== '')
  return { files, videos }
}

/** Proposes subtitle files for videos by name, to be checked and corrected before binding. */
export function BindByNameDialog({ folder, onClose }: { folder: OpenFolder; onClose: () => void }): ReactNode {
  const { t } = useTranslation('pro')
  const [found, setFound] = useState<Found>()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isOver = false
    find(folder.folder_id)
      .then((all) => {
        if (isOver) return
        const owners = pairByName(
          all.videos.map(({ video_name }) => video_name),
          all.files.map(({ name }) => name),
        )
        setChosen(
          Object.fromEntries(
            all.files.map(({ file_id }, at) => [file_id, all.videos[owners[at] ?? -1]?.video_id ?? '']),
          ),
        )
        setFound(all)
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailed)) throw error
        notifyFailure(error)
        onClose()
      })
    return () => {
      isOver = true
    }
  }, [folder.folder_id, onClose])
  const pairs = Object.entries(chosen).filter(([, video_id]) => video_id !== '')
  const bind = async (): Promise<void> => {
    setBusy(true)
    let bound = 0
    try {
      for (const [subtitles_id, video_id] of pairs) {
        await call('bindSubtitles', { subtitles_id, video_id })
        bound++
      }
      notify.success(t('bound', { count: bound }))
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    } finally {
      if (bound > 0) await refresh('listProSubtitles', 'listProVideos', 'getProFolder')
    }
  }
  return (
    <Dialog isOpen title={t('bind_by_name')} onClose={onClose} canOutsideClickClose={!busy} className="pro-bind">
      <DialogBody>
        {!found && <Spinner size={24} />}
        {found?.files.length === 0 && <Callout>{t('nothing_to_bind')}</Callout>}
        {found && found.files.length > 0 && (
          <Pairs
            found={found}
            chosen={chosen}
            onChoose={(file, video) => setChosen((before) => ({ ...before, [file]: video }))}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={pairs.length === 0}
              text={t('bind_count', { count: pairs.length })}
              onClick={() => void bind()}
            />
          </>
        }
      />
    </Dialog>
  )
}

interface PairsProps {
  found: Found
  chosen: Readonly<Record<string, string>>
  onChoose: (fileId: string, videoId: string) => void
}

function Pairs({ found, chosen, onChoose }: PairsProps): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const options = [
    { value: '', label: t('leave_alone') },
    ...found.videos.map(({ video_id, video_name }) => ({ value: video_id, label: video_name })),
  ]
  return (
    <>
      <p className="muted">{t('bind_text')}</p>
      <ul className="pro-pairs">
        {found.files.map(({ file_id, name, language, cue_sum }) => (
          <li key={file_id} data-file={file_id}>
            <span className="pro-video-words">
              <span className="ellipsis" title={name}>
                {name}
              </span>
              <span className="muted">
                {nameOf(language)} · {t('lines', { count: cue_sum })}
              </span>
            </span>
            <Select
              label={t('video_of', { name })}
              value={chosen[file_id] ?? ''}
              options={options}
              onChange={(video) => onChoose(file_id, video)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
