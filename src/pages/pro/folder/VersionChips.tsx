import { Chat, Translate, Upload, WarningSign } from '@blueprintjs/icons'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProVersion, ProVideo } from '#core/contract/pro.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { VideoLink } from '../VideoLink.tsx'
import type { OpenFolder } from '../open-folder.ts'

const icons: Readonly<Record<SubtitleSource, ComponentType<{ size?: number }>>> = {
  upload: Upload,
  extract: Chat,
  translate: Translate,
}

/** Role states of the specification, by their numbers. */
const roleStates = { 0: 'role_none', 1: 'role_all', 3: 'role_some' } as const

/** The message for how far a version is tagged with speakers. */
export function roleStateKey(state: number): (typeof roleStates)[keyof typeof roleStates] {
  return state === 1 || state === 3 ? roleStates[state] : roleStates[0]
}

/** The versions of a video by language and source, each the way into the editor; the languages that are wanted and missing. */
export function VersionChips({ video, folder }: { video: ProVideo; folder: OpenFolder }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const { versions } = video
  const missing = folder.settings.languages.filter((code) => !versions.some(({ language }) => language === code))
  if (versions.length === 0 && missing.length === 0)
    return <span className="muted pro-chips">{t('extract_first')}</span>
  return (
    <ul className="pro-chips">
      {versions.map((version) => (
        <li key={version.file_id}>
          <VersionChip folder={folder} video={video} version={version} />
        </li>
      ))}
      {missing.map((code) => (
        <li key={code} className="pro-chip pro-chip-missing" title={t('language_missing', { language: nameOf(code) })}>
          {code.replace('_', '-')}
        </li>
      ))}
    </ul>
  )
}

function VersionChip({ folder, video, version }: { folder: OpenFolder; video: ProVideo; version: ProVersion }) {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const { file_id, language, from, is_use, cue_sum, role_state, error_sum, flag_sum } = version
  const Icon = icons[from]
  const marks = error_sum + flag_sum
  const tip = [
    `${nameOf(language)} · ${t(`from_${from}`)} · ${t('version_number', { n: version.version })}`,
    ...(is_use ? [t('active')] : []),
    t('lines', { count: cue_sum }),
    t(roleStateKey(role_state)),
    ...(error_sum > 0 ? [t('errors', { count: error_sum })] : []),
    ...(flag_sum > 0 ? [t('flags', { count: flag_sum })] : []),
  ].join('\n')
  return (
    <VideoLink folderId={folder.folder_id} videoId={video.video_id} fileId={file_id} className="pro-chip" title={tip}>
      <span className="pro-chip-in" data-active={is_use} data-empty={cue_sum === 0}>
        <Icon size={12} />
        {language.replace('_', '-')}
        <i className="pro-role" role="img" data-role={role_state} aria-label={t(roleStateKey(role_state))} />
        {marks > 0 && (
          <span className={error_sum > 0 ? 'pro-bad' : 'pro-warn'}>
            <WarningSign size={10} />
            {marks}
          </span>
        )}
      </span>
    </VideoLink>
  )
}
