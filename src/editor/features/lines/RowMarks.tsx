import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#core/contract/role.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { formatList } from '#src/ui/format.ts'
import { RowNotes } from '../people/RowNotes.tsx'
import { isUnsure } from '../speakers/line-speakers.ts'
import { percentOf, useSpeakerSure } from '../speakers/use-speaker-sure.ts'
import { colorOfRole } from '../../parts/role-colors.ts'

interface Props {
  cue: Cue
  roles: readonly Role[]
  t: TFunction<'editor'>
}

/** What stands before the text of a row: users, comments, other readings, and speakers. */
export function RowMarks({ cue, roles, t }: Props): ReactNode {
  return (
    <>
      <RowNotes id={cue.id} t={t} />
      <RoleMarks cue={cue} roles={roles} />
    </>
  )
}

/** Dots in the speakers' colours, with their names. */
function RoleMarks({ cue, roles }: Omit<Props, 't'>): ReactNode {
  const { t } = useTranslation('editor')
  const sure = useSpeakerSure(cue)
  if (cue.roles.length === 0 || roles.length === 0) return null
  const speakers = roles.filter((role) => cue.roles.includes(role.folder_role_id))
  if (speakers.length === 0) return null
  const names = formatList(speakers.map((role) => role.role_name))
  return (
    <span
      className="row-roles"
      data-tip={sure === undefined ? names : t('speaker_sure', { names, share: percentOf(sure) })}
    >
      {speakers.map((role) => (
        <span key={role.folder_role_id} className="role-dot" style={{ background: colorOfRole(roles, role).strong }} />
      ))}
      <span className="row-role-name ellipsis">{names}</span>
      {sure !== undefined && isUnsure(sure) && <span className="row-role-unsure">{percentOf(sure)}%</span>}
    </span>
  )
}
