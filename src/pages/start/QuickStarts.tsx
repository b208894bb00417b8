import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath } from 'react-router-dom'
import { useKnownPaths } from '#src/shell/known-paths.ts'
import { Clean, Desktop, Eraser, Film, Microphone, Translate, Upload } from '#src/ui/icons.ts'

const starts = [
  { name: 'upload', path: '/lab/upload', icon: Upload },
  { name: 'dub', path: '/lab/project/video_dubbing', icon: Microphone },
  { name: 'translate_video', path: '/lab/videoTranslate', icon: Film },
  { name: 'translate', path: '/lab/subtitleTranslate', icon: Translate },
  { name: 'erase', path: '/lab/project/video_erase', icon: Eraser },
  { name: 'remove', path: '/lab/subtitleRemoval', icon: Clean },
  { name: 'local', path: '/lab/pro/srt-edit', icon: Desktop },
] as const satisfies readonly { name: string; path: string; icon: ComponentType<{ size?: number }> }[]

/** Entry points of the product with their results. */
export function QuickStarts(): ReactNode {
  const { t } = useTranslation('start')
  const known = useKnownPaths()
  return (
    <nav aria-label={t('begin')}>
      <ul className="quick-starts">
        {starts
          .filter(({ path }) => known.some((one) => matchPath(one, path)))
          .map(({ name, path, icon: Icon }) => (
            <li key={name}>
              <Link to={path} className="quick-start">
                <Icon size={20} />
                <strong>{t(`begin_${name}`)}</strong>
                <span className="muted">{t(`begin_${name}_text`)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
