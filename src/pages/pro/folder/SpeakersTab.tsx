import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#core/contract/role.ts'
import { MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { roleColor } from '#core/domain/role-colors.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { RoleForm } from '#src/tasks/speakers/RoleForm.tsx'
import { LanguagesFailed } from '#src/tasks/LanguagesFailed.tsx'
import { VoiceSelect } from '#src/tasks/VoiceSelect.tsx'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/Dialog.ts'
import { formatList } from '#src/ui/format.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Edit, Person, Plus, Trash } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { notify } from '#src/ui/toaster.ts'
import type { TabProps } from '../open-folder.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** A folder's speakers with pictures, and their dubbing voice per language. */
export function SpeakersTab({ folder }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  const { folder_id } = folder
  const { data: roles, error, isValidating, mutate } = useCall('listRoles', { folder_id })
  const { data: languages } = useCall('getLanguages', {})
  const usual = folder.settings.languages[0] ?? 'en'
  const [language, setLanguage] = useState<LanguageCode>(usual)
  const [edited, setEdited] = useState<Role | 'new'>()
  if (!roles)
    return error ? (
      <Failing
        title={t('speakers_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    ) : (
      <span className="skeleton skeleton-block pro-block" aria-hidden />
    )
  const add = <Button intent="primary" icon={<Plus />} text={t('tasks:add_role')} onClick={() => setEdited('new')} />
  return (
    <section className="pro-tab pro-scroll">
      {roles.list.length === 0 ? (
        <NonIdealState
          className="state-page"
          icon={<Person size={40} />}
          title={t('no_speakers')}
          description={t('no_speakers_text')}
          action={add}
        />
      ) : (
        <>
          <div className="pro-bar">
            <p className="muted pro-grow">{t('speakers_text')}</p>
            <label htmlFor="voices-language">{t('voices_in')}</label>
            <LanguageSelect
              id="voices-language"
              className="pro-language-select"
              value={language}
              codes={languages?.target_dubbing.map(({ code }) => code) ?? []}
              onChange={setLanguage}
            />
            {add}
          </div>
          <LanguagesFailed />
          <ul className="pro-speakers">
            {roles.list.map((role, at) => (
              <Speaker
                key={role.folder_role_id}
                role={role}
                at={at}
                language={language}
                onEdit={() => setEdited(role)}
              />
            ))}
          </ul>
        </>
      )}
      {edited && (
        <Dialog
          isOpen
          title={t(edited === 'new' ? 'tasks:add_role' : 'tasks:edit_role')}
          className="role-dialog"
          onClose={() => setEdited(undefined)}
        >
          <RoleForm
            folderId={folder_id}
            role={edited === 'new' ? undefined : edited}
            onClose={() => {
              setEdited(undefined)
              void refresh('getProFolder')
            }}
          />
        </Dialog>
      )}
    </section>
  )
}

interface SpeakerProps {
  role: Role
  /** Its place in the folder, which decides its colour. */
  at: number
  language: LanguageCode
  onEdit: () => void
}

function Speaker({ role, at, language, onEdit }: SpeakerProps): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const [asks, setAsks] = useState(false)
  const { folder_role_id, folder_id, role_name, role_avatar } = role
  const others = Object.keys(role.voices).filter((code) => code !== language)
  const facts = [
    t('speaker_lines', { count: role.line_sum }),
    ...(others.length > 0 ? [t('speaker_voices', { languages: formatList(others.map(nameOf)) })] : []),
  ]
  const setVoice = async (voice: string): Promise<void> => {
    try {
      await call('setVoices', { folder_id, language, voices: [{ folder_role_id, voice }] })
      await refresh('listRoles')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const remove = async (): Promise<void> => {
    setAsks(false)
    try {
      await call('deleteRole', { folder_role_id })
      notify.success(t('common:deleted'))
      await refresh('listRoles', 'getProFolder', 'listProVideos')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <li className="pro-speaker" data-role={folder_role_id} style={{ borderInlineStartColor: roleColor(at).strong }}>
      <span className="pro-faces">
        {role_avatar.length === 0 ? (
          <Person size={20} />
        ) : (
          role_avatar.map((url) => <img key={url} src={url} alt="" loading="lazy" />)
        )}
      </span>
      <span className="pro-speaker-name">
        <strong className="ellipsis" title={role_name}>
          {role_name}
        </strong>
        <span className="muted ellipsis">{facts.join(' · ')}</span>
      </span>
      <VoiceSelect
        id={`voice-${folder_role_id}`}
        label={t('voice')}
        language={language}
        value={role.voices[language] ?? MATCHED_VOICE}
        onChange={(voice) => void setVoice(voice)}
      />
      <span className="page-tools">
        <IconButton icon={<Edit />} label={t('tasks:edit_role')} onClick={onEdit} />
        <IconButton icon={<Trash />} label={t('common:delete')} onClick={() => setAsks(true)} />
      </span>
      <ConfirmDialog
        open={asks}
        text={t('tasks:delete_role_question', { name: role_name })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsks(false)}
      />
    </li>
  )
}
