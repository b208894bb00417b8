import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProFolder } from '#core/contract/pro.ts'
import { deadlineState } from '#core/domain/workflow.ts'
import { formatAgo, formatLength } from '#src/ui/format.ts'
import { FolderClose } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { FolderMenu } from '../FolderMenu.tsx'

/** Most languages named on a card; others are counted. */
const SHOWN_LANGUAGES = 5

/** A folder: pictures, content, languages, and task progress. */
export function FolderCard({ folder }: { folder: ProFolder }): ReactNode {
  const { t } = useTranslation('pro')
  const { folder_id, folder_name, covers, video_sum, subtitle_sum, duration_ms } = folder
  const facts = [
    ...(video_sum > 0 || subtitle_sum === 0 ? [t('videos', { count: video_sum })] : []),
    t('card_versions', { count: subtitle_sum }),
    ...(duration_ms > 0 ? [formatLength(duration_ms)] : []),
  ]
  return (
    <Tile
      id={folder_id}
      name={folder_name}
      to={`/lab/pro/folder/${folder_id}/videos`}
      covers={covers}
      icon={<FolderClose size={28} />}
    >
      <p className="muted pro-facts ellipsis" title={facts.join(' · ')}>
        {facts.join(' · ')}
      </p>
      <Coverage folder={folder} />
      {folder.deadline !== '' && <Due deadline={folder.deadline} isDelivered={folder.is_delivered} />}
      <div className="tile-foot">
        <FolderState folder={folder} />
        <FolderMenu folder={folder} />
      </div>
    </Tile>
  )
}

/** Its deadline and state. */
export function Due({ deadline, isDelivered }: { deadline: string; isDelivered: boolean }): ReactNode {
  const { t, i18n } = useTranslation('pro')
  const [now] = useState(() => new Date())
  const state = deadlineState(new Date(deadline), now, isDelivered)
  const day = new Date(deadline).toLocaleDateString(i18n.language.replace('_', '-'), { dateStyle: 'medium' })
  return (
    <p className="pro-due" data-state={state}>
      {t(`due_${state}`, { day })}
    </p>
  )
}

function Coverage({ folder: { languages, video_sum } }: { folder: ProFolder }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  if (languages.length === 0) return <p className="muted pro-coverage">{t('no_languages')}</p>
  const more = languages.length - SHOWN_LANGUAGES
  return (
    <ul className="pro-coverage" aria-label={t('coverage')}>
      {languages.slice(0, SHOWN_LANGUAGES).map(({ language, videos }) => {
        const name = nameOf(language)
        const tip = video_sum > 0 ? t('coverage_of', { language: name, n: videos, of: video_sum }) : name
        return (
          <li key={language} className="pro-language" data-full={videos >= video_sum} title={tip} aria-label={tip}>
            {language.replace('_', '-')}
            {videos < video_sum && <span>{`${videos}/${video_sum}`}</span>}
          </li>
        )
      })}
      {more > 0 && <li className="muted">{`+${more}`}</li>}
    </ul>
  )
}

function FolderState({ folder: { task_sum_ing, task_sum_fail, progress, create_time } }: { folder: ProFolder }) {
  const { t } = useTranslation('pro')
  if (task_sum_ing > 0)
    return (
      <span className="pro-progress">
        <span className="muted">{t('in_progress', { count: task_sum_ing })}</span>
        <Progress label={t('in_progress', { count: task_sum_ing })} value={progress} />
      </span>
    )
  return task_sum_fail > 0 ? (
    <span className="pro-bad">{t('failed', { count: task_sum_fail })}</span>
  ) : (
    <span className="muted">{formatAgo(create_time)}</span>
  )
}
