import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MediaFailed } from '#core/media/fault.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { formatAgo, formatLength } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Document, History, Video } from '#src/ui/icons.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import { useTrackName } from '../../media/use-track-name.ts'
import { type AccessFault, fileOf } from '#src/ui/file-access.ts'
import { type LinesSource, readFacts, readLines } from './lines.ts'
import { canWriteBack, type Picked } from './local-file.ts'
import { type Recent, type RecentFile, recentFiles, removeRecent } from './recent-files.ts'
import { type Choice, type Opened, openedOf } from './use-choice.ts'

interface Props {
  readonly onOpen: (opened: Opened) => void
  /** For files that the browser can't reopen. */
  readonly onChooseAgain: (recent: Recent) => void
}

/** Files of earlier visits, newest first. */
export function RecentList({ onOpen, onChooseAgain }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const [all, setAll] = useState<readonly Recent[]>()
  const { opening, open } = useOpening(onOpen)
  useEffect(() => void recentFiles().then(setAll), [])
  const remove = async ({ id }: Recent): Promise<void> => {
    // Shown once it is stored: a page that is left at once would list the entry again.
    await removeRecent(id)
    setAll((before) => before?.filter((other) => other.id !== id))
  }
  return (
    <section className="local-card local-recent" aria-label={t('recent_title')}>
      <h2>{t('recent_title')}</h2>
      {!canWriteBack() && <p className="muted local-hint">{t('recent_names_only')}</p>}
      {all?.length === 0 && (
        <p className="muted local-none">
          <History /> {t('recent_none')}
        </p>
      )}
      <ul>
        {all?.map((recent) => (
          <RecentLine
            key={recent.id}
            recent={recent}
            isOpening={opening === recent.id}
            onOpen={() => (hasHandles(recent) ? void open(recent) : onChooseAgain(recent))}
            onRemove={() => void remove(recent)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Whether the browser can reopen the files without the user choosing them. */
function hasHandles({ video, subtitle }: Recent): boolean {
  return [video, subtitle].every((file) => !file || file.handle !== undefined)
}

interface LineProps {
  recent: Recent
  isOpening: boolean
  onOpen: () => void
  onRemove: () => void
}

function RecentLine({ recent, isOpening, onOpen, onRemove }: LineProps): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useTrackName()
  const { video, subtitle, track, durationMs, lines, openedAt } = recent
  const within = video && (subtitle?.name ?? (track && nameOf({ ...track, lines: undefined })))
  const name = video?.name ?? subtitle?.name ?? ''
  const about = [
    durationMs > 0 && formatLength(durationMs),
    t('track_lines', { count: lines }),
    formatAgo(new Date(openedAt).toISOString()),
  ]
  return (
    <li className="recent-file">
      <button type="button" className="recent-open" disabled={isOpening} onClick={onOpen}>
        {isOpening ? <Spinner size={16} /> : video ? <Video /> : <Document />}
        <span className="local-file-text">
          <span className="ellipsis" data-tip={name} data-tip-cut>
            {name}
          </span>
          {within && (
            <span className="ellipsis recent-subtitle" data-tip={within} data-tip-cut>
              {within}
            </span>
          )}
          <span className="muted ellipsis local-about">{about.filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <IconButton icon={<Cross />} label={t('recent_remove', { name })} onClick={onRemove} />
    </li>
  )
}

/** Reopens recent files, one entry at a time; reports why if it fails. */
function useOpening(onOpen: (opened: Opened) => void) {
  const { t } = useTranslation('editor')
  const [opening, setOpening] = useState<string>()
  const open = async (recent: Recent): Promise<void> => {
    setOpening(recent.id)
    try {
      const reopened = await reopen(recent)
      if ('fault' in reopened) notify.error(t(`recent_${reopened.fault}`, { name: reopened.name }))
      else onOpen(reopened)
    } catch (error) {
      if (error instanceof FileUnreadable) notify.error(t(`subtitles:file_${error.reason}`, { n: error.limit }))
      else if (error instanceof MediaFailed) notify.error(t('embedded_unreadable'))
      else throw error
    } finally {
      setOpening(undefined)
    }
  }
  return { opening, open }
}

/** The file that does not open, and the reason. */
interface NotOpened {
  readonly fault: AccessFault
  readonly name: string
}

async function reopen(recent: Recent): Promise<Opened | NotOpened> {
  const subtitle = await pickAgain(recent.subtitle, 'readwrite')
  if (subtitle && 'fault' in subtitle) return subtitle
  const video = await pickAgain(recent.video, 'read')
  if (video && 'fault' in video) return video
  const { track, isUnrolled, language, encoding } = recent
  const source: LinesSource = subtitle
    ? { kind: 'file', picked: subtitle }
    : track
      ? { kind: 'track', track }
      : { kind: 'empty' }
  const choice: Choice = { video, source, isUnrolled, language, encoding }
  const { signal } = new AbortController()
  const [facts, lines] = await Promise.all([
    video && readFacts(video.file, signal),
    readLines({ source, video: video?.file, encoding }, signal),
  ])
  return openedOf(choice, facts, lines)
}

async function pickAgain(
  file: RecentFile | undefined,
  mode: 'read' | 'readwrite',
): Promise<Picked | NotOpened | undefined> {
  if (!file?.handle) return undefined
  const found = await fileOf(file.handle, mode)
  return typeof found === 'string' ? { fault: found, name: file.name } : { file: found, handle: file.handle }
}
