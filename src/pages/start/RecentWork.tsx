import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { TaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { formatAgo, formatList } from '#src/ui/format.ts'
import { Film, Play } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Length } from '#src/ui/Length.tsx'

type Recent = DataOf<'listRecentVideos'>['list'][number]

/** The user's last videos; the sample if there are none. */
export function RecentWork(): ReactNode {
  const { t } = useTranslation('start')
  const { data, error, isValidating, mutate } = useCall('listRecentVideos', {})
  return (
    <section aria-labelledby="start-recent" className="recent">
      <div className="start-head">
        <h2 id="start-recent">{t('recent')}</h2>
        {data && data.list.length > 0 && <Link to="/lab/library">{t('all_videos')}</Link>}
      </div>
      {data ? (
        data.list.length > 0 ? (
          <ul className="recent-videos">
            {data.list.map((recent) => (
              <RecentVideo key={recent.video.video_id} recent={recent} />
            ))}
          </ul>
        ) : (
          <Nothing />
        )
      ) : error ? (
        <Failing
          title={t('recent_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      ) : (
        <Waiting />
      )}
    </section>
  )
}

/** A video with a link to its last state: the editor, or its folder if it can't be edited yet. */
function RecentVideo({ recent: { video, file_id, touch_time } }: { recent: Recent }): ReactNode {
  const { t } = useTranslation('start')
  const nameOf = useLanguageNames()
  const { video_id, folder_id, video_name, video_cover, video_info, state, subtitle_languages } = video
  const isReady = state === TaskState.succeeded
  const editor = `/lab/pro/srt-edit?video=${video_id}${file_id === '' ? '' : `&file=${file_id}`}`
  return (
    <li>
      <Link className="recent-video" to={isReady ? editor : `/lab/library/file/${folder_id}`}>
        <span className="recent-cover">
          {video_cover ? <img src={video_cover} alt="" loading="lazy" /> : <Film size={28} />}
          {video_info.duration_ms > 0 && <Length ms={video_info.duration_ms} />}
          <LanguageMarks codes={subtitle_languages} />
        </span>
        <strong className="recent-name" title={video_name}>
          {video_name}
        </strong>
        <span className="muted recent-notes">
          <span className="ellipsis">
            {subtitle_languages.length > 0 ? formatList(subtitle_languages.map(nameOf)) : t('no_subtitles')}
          </span>
          <time dateTime={touch_time}>{formatAgo(touch_time)}</time>
        </span>
      </Link>
    </li>
  )
}

/** Marks shown on a picture. */
const MOST_MARKS = 4

/** Languages of a video's subtitles, as marks on its picture; their names stand below it. */
function LanguageMarks({ codes }: { codes: readonly string[] }): ReactNode {
  const more = codes.length - MOST_MARKS
  return (
    <span className="recent-languages" aria-hidden>
      {codes.slice(0, MOST_MARKS).map((code) => (
        <span key={code}>{code.replace('_', '-')}</span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}

/** For a new user: the sample, one click from the editor. */
function Nothing(): ReactNode {
  const { t } = useTranslation('start')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data } = useCall('listSamples', {}, { revalidateOnFocus: false })
  const sample = data?.list[0]
  const open = async (): Promise<void> => {
    if (!sample) return
    setBusy(true)
    try {
      const { video_id } = await call('openSample', { sample_id: sample.sample_id })
      await refresh('listFolders', 'listVideos', 'listRecentVideos')
      await navigate(`/lab/pro/srt-edit?video=${video_id}`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="start-nothing">
      {sample ? <img src={sample.cover} alt={sample.name} /> : <span className="recent-cover" aria-hidden />}
      <div>
        <strong>{t('nothing')}</strong>
        <p className="muted">{t('nothing_text')}</p>
        {sample && <Button icon={<Play />} text={t('open_sample')} loading={busy} onClick={() => void open()} />}
      </div>
    </div>
  )
}

function Waiting(): ReactNode {
  return (
    <ul className="recent-videos skeleton" aria-hidden>
      {[1, 2, 3, 4].map((place) => (
        <li key={place} className="recent-video">
          <span className="recent-cover skeleton-block" />
          <span className="skeleton-block recent-waiting-name" />
        </li>
      ))}
    </ul>
  )
}
