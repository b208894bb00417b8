import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { videoLimits } from '#core/domain/limits.ts'
import { Button } from '#src/ui/Button.ts'
import { Search, Upload } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import type { Adding } from '#src/uploads/use-adding.ts'

interface Props {
  /** The search text; empty without a search. */
  search: string
  adding: Adding
}

/** An empty folder or search, with the one thing to do. */
export function NoVideos({ search, adding }: Props): ReactNode {
  const { t } = useTranslation('library')
  if (search !== '') {
    return (
      <NonIdealState
        className="state-page"
        icon={<Search size={40} />}
        title={t('nothing_found')}
        description={t('nothing_found_text', { search })}
      />
    )
  }
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="video" />}
      title={t('no_videos')}
      description={adding.mayAdd ? t('no_videos_text', { minutes: videoLimits.maxMinutes }) : t('upload:visitor')}
      action={
        adding.mayAdd ? (
          <Button intent="primary" icon={<Upload />} text={t('choose_videos')} onClick={adding.choose} />
        ) : (
          <LinkButton to="/login?tab=register">{t('sign_up')}</LinkButton>
        )
      }
    />
  )
}
