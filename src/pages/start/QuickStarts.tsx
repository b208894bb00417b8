import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath } from 'react-router-dom'
import { useKnownPaths } from '#src/shell/known-paths.ts'
import { Clean, Desktop, Eraser, Film, Microphone, Translate, Upload } from '#src/ui/icons.ts'

interface Start {
  readonly name: string
  readonly path: string
  readonly search?: string
  readonly icon: ComponentType<{ size?: number }>
}

/** The only one that works without an account. */
const OPEN_TO_ALL = 'local'

const starts = [
  { name: 'upload', path: '/lab/upload', icon: Upload },
  { name: 'dub', path: '/lab/project/video_dubbing', icon: Microphone },
  { name: 'translate_video', path: '/lab/videoTranslate', search: '?mode=video_translate', icon: Film },
  { name: 'translate', path: '/lab/subtitleTranslate', icon: Translate },
  { name: 'erase', path: '/lab/project/video_erase', icon: Eraser },
  { name: 'remove', path: '/lab/subtitleRemoval', icon: Clean },
  { name: 'local', path: '/lab/pro/srt-edit', icon: Desktop },
] as const satisfies readonly Start[]

/** Entry points of the product with their results; for a visitor, also which of them need an account. */
export function QuickStarts({ isVisitor }: { isVisitor: boolean }): ReactNode {
  const { t } = useTranslation('start')
  const known = useKnownPaths()
  return (
    <nav aria-labelledby="start-tools">
      <h2 id="start-tools">{t('tools')}</h2>
      <ul className="quick-starts">
        {starts
          .filter(({ path }) => known.some((one) => matchPath(one, path)))
          .map(({ name, path, icon: Icon, ...start }) => (
            <li key={name}>
              <Link
                to={path + ('search' in start ? start.search : '')}
                className="quick-start"
                data-tip={t(`begin_${name}_text`)}
              >
                <Icon size={16} />
                <strong>{t(`begin_${name}`)}</strong>
                {isVisitor && name !== OPEN_TO_ALL && <span className="quick-start-note">{t('needs_account')}</span>}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
