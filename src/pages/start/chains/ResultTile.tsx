import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ChainVideo } from '#core/contract/chain.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { nameIn } from '#core/translate/names.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { playable } from '#src/tasks/results.tsx'
import { AnchorButton } from '#src/ui/Button.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Comparison, Download, Edit, Film, Play, WarningSign } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { later } from '#src/ui/later.tsx'
import { saveText } from '#src/ui/save-text.ts'
import { editorOf, type LanguageResult } from './results-of.ts'

const CompareDialog = later(async () => (await import('#src/tasks/CompareDialog.tsx')).CompareDialog)

interface Props {
  video: ChainVideo
  cover: string
  result: LanguageResult
}

/** A result as a picture with its language, and the ways to it: watch, edit, download, compare. */
export function ResultTile({ video, cover, result }: Props): ReactNode {
  const { t } = useTranslation('start')
  const nameOf = useLanguageNames()
  const name = result.language === '' ? t('goal_erase') : nameOf(result.language)
  const [open, setOpen] = useState<'watch' | 'compare'>()
  const { media, text, language } = result
  const address = media?.result_url ?? ''
  const editor = editorOf(video.video_id, text?.file_id)
  const task = media ?? text
  const title = `${video.video_name} · ${name}`
  const flagged = text?.flagged ?? 0
  return (
    <li className="result-tile">
      {address === '' ? (
        <Link className="result-picture" to={editor} aria-label={t('edit_of', { name: title })}>
          <Picture cover={cover} language={name} />
          <Edit size={24} className="result-sign" />
        </Link>
      ) : (
        <button
          type="button"
          className="result-picture"
          aria-label={t('watch_of', { name: title })}
          onClick={() => setOpen('watch')}
        >
          <Picture cover={cover} language={name} />
          <Play size={28} className="result-sign" />
        </button>
      )}
      <span className="result-ways">
        {text && (
          <LinkButton size="small" to={editor}>
            {t('edit')}
          </LinkButton>
        )}
        {flagged > 0 && (
          <span className="result-flagged" data-tip={t('tasks:lines_flagged', { count: flagged })}>
            <WarningSign size={12} /> {flagged}
          </span>
        )}
        <span className="chain-space" />
        {task && task.task_id !== '' && (
          <IconButton size="small" icon={<Comparison />} label={t('compare')} onClick={() => setOpen('compare')} />
        )}
        {address === '' ? (
          text &&
          text.task_id !== '' && <DownloadText name={video.video_name} taskId={text.task_id} language={language} />
        ) : (
          <AnchorButton
            variant="minimal"
            size="small"
            icon={<Download />}
            href={address}
            download
            aria-label={t('tasks:download')}
            data-tip={t('tasks:download')}
          />
        )}
      </span>
      <Dialog isOpen={open === 'watch'} title={title} onClose={() => setOpen(undefined)} className="result-dialog">
        <DialogBody>
          {playable(address).endsWith('.m4a') ? (
            <audio src={playable(address)} controls autoPlay className="result-player" />
          ) : (
            <video src={playable(address)} controls autoPlay playsInline className="result-player" />
          )}
        </DialogBody>
      </Dialog>
      {open === 'compare' && task && <Compared taskId={task.task_id} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

function Picture({ cover, language }: { cover: string; language: string }): ReactNode {
  return (
    <>
      {cover === '' ? <Film size={24} className="result-none" /> : <img src={cover} alt="" loading="lazy" />}
      <span className="result-language">{language}</span>
    </>
  )
}

function DownloadText({ name, taskId, language }: { name: string; taskId: string; language: string }): ReactNode {
  const { t } = useTranslation('tasks')
  const download = async (): Promise<void> => {
    try {
      const info = await call('getTask', { task_id: taskId })
      const file = isLanguageCode(language) ? nameIn(name, language, language) : name
      saveText(`${file}.srt`, info.translate_subtitle_txt || info.source_subtitle_txt)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return <IconButton size="small" icon={<Download />} label={t('download')} onClick={() => void download()} />
}

function Compared({ taskId, onClose }: { taskId: string; onClose: () => void }): ReactNode {
  const { data: task } = useCall('getTask', { task_id: taskId })
  return task ? <CompareDialog task={task} onClose={onClose} /> : null
}
