import type { ReactNode } from 'react'
import type { ProVersion, ProVideo } from '#core/contract/pro.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import {
  chatPaths as chat,
  translatePaths as translate,
  uploadPaths as upload,
  warningSignPaths as warning,
} from '#src/ui/icon-paths.ts'
import { PlainIcon } from '#src/ui/PlainIcon.tsx'
import { formatList } from '#src/ui/format.ts'
import type { OpenFolder } from '../open-folder.ts'
import type { RowTools } from './row-tools.ts'

const icons: Readonly<Record<SubtitleSource, readonly string[]>> = { upload, extract: chat, translate }

interface Props {
  video: ProVideo
  folder: OpenFolder
  tools: RowTools
  /** Above this number only the count is shown. */
  most: number
}

/** A video's versions by language and source, linked to the editor, and the missing target languages. */
export function VersionChips({ video, folder, tools, most }: Props): ReactNode {
  const { t, nameOf, hrefOf } = tools
  const { versions, video_id } = video
  const missing = folder.settings.languages.filter((code) => !versions.some(({ language }) => language === code))
  const chips = versions.length + missing.length
  if (chips === 0) return <span className="muted pro-chips">{t('extract_first')}</span>
  const shown = chips > most ? most - 1 : chips
  const hidden = [
    ...versions.slice(shown).map(({ language }) => language),
    ...missing.slice(Math.max(0, shown - versions.length)),
  ]
  return (
    <ul className="pro-chips">
      {versions.slice(0, shown).map((version) => (
        <li key={version.file_id}>
          <VersionChip version={version} videoId={video_id} tools={tools} />
        </li>
      ))}
      {missing.slice(0, Math.max(0, shown - versions.length)).map((code) => (
        <li key={code} className="pro-chip pro-chip-missing" title={t('language_missing', { language: nameOf(code) })}>
          {code.replace('_', '-')}
        </li>
      ))}
      {hidden.length > 0 && (
        <li>
          <a className="pro-chip" href={hrefOf(video_id)} title={formatList(hidden.map(nameOf))}>
            {`+${hidden.length}`}
          </a>
        </li>
      )}
    </ul>
  )
}

function VersionChip({ version: of, videoId, tools }: { version: ProVersion; videoId: string; tools: RowTools }) {
  const { hrefOf, roleOf } = tools
  const { file_id, language, from, is_use, cue_sum, role_state, error_sum, flag_sum } = of
  const marks = error_sum + flag_sum
  // Its tooltip is built on demand.
  const tell = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    currentTarget.title = tipOf(of, tools)
  }
  return (
    <a
      href={hrefOf(videoId, file_id)}
      className="pro-chip"
      data-active={is_use}
      data-empty={cue_sum === 0}
      onPointerEnter={tell}
      onFocus={tell}
    >
      <PlainIcon paths={icons[from]} size={12} />
      {language.replace('_', '-')}
      <i className="pro-role" role="img" data-role={role_state} aria-label={roleOf(role_state)} />
      {marks > 0 && (
        <span className={error_sum > 0 ? 'pro-bad' : 'pro-warn'}>
          <PlainIcon paths={warning} size={10} />
          {marks}
        </span>
      )}
    </a>
  )
}

/** A version's details, a row each. */
function tipOf(version: ProVersion, { t, nameOf, roleOf }: RowTools): string {
  const { language, from, is_use, cue_sum, role_state, error_sum, flag_sum } = version
  return [
    `${nameOf(language)} · ${t(`from_${from}`)} · ${t('version_number', { n: version.version })}`,
    ...(is_use ? [t('active')] : []),
    t('lines', { count: cue_sum }),
    roleOf(role_state),
    ...(error_sum > 0 ? [t('errors', { count: error_sum })] : []),
    ...(flag_sum > 0 ? [t('flags', { count: flag_sum })] : []),
  ].join('\n')
}
