import './profiles.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import {
  copyProfile,
  OWN_NAME_LENGTH,
  type OwnNumber,
  ownNumberNames,
  ownNumbers,
  type OwnProfile,
  ownProfileFault,
  readOwnProfile,
  writeOwnProfile,
} from '#core/checks/own-profile.ts'
import { profiles } from '#core/checks/profiles.ts'
import { ruleIds } from '#core/checks/rule.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download, Duplicate, Import, Trash } from '#src/ui/icons.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { saveText } from '#src/ui/save-text.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { textOfOwnFile } from '../../parts/own-file.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { changeProfile, deleteProfile, keepProfile, type KeptProfile, ownProfiles } from '../../context/own-profiles.ts'
import { useProfileOptions } from './use-profile-options.ts'
import { qualityOf } from './quality.ts'

/** The user's profiles: copied from others, edited, exported and imported. */
export function ProfilesDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="profiles" title={t('profiles_title')} className="profiles-dialog">
      <ProfilesForm />
    </EditorDialog>
  )
}

function ProfilesForm(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const quality = qualityOf(editor)
  const { profile } = quality
  const { list } = useSnapshot(ownProfiles)
  const [id, setId] = useState(profile.id())
  const options = useProfileOptions()
  const chosen = list.find((each) => each.id === id)
  const take = (own: OwnProfile): void => {
    const made = keepProfile(own)
    if (!made) return notify.error(t('profiles_too_many'))
    setId(made.id)
    profile.choose(made.id)
  }
  const copy = (): void => {
    if (chosen) return take({ ...chosen.own, name: nextName(chosen.own.name) })
    const base = profile.base
    take(copyProfile(base, nextName(profiles[base].name), profile.checkOptions))
  }
  // Unescaped, since it is a stored name and not shown text.
  const nextName = (name: string): string =>
    t('profile_copy_of', { name, interpolation: { escapeValue: false } }).slice(0, OWN_NAME_LENGTH)
  return (
    <>
      <DialogBody>
        <div className="profiles-head">
          <Select
            label={t('profile')}
            value={id}
            onChange={(next) => {
              setId(next)
              profile.choose(next)
            }}
            options={options}
          />
          <IconButton icon={<Duplicate />} label={t('profile_copy')} onClick={copy} />
          {chosen && (
            <IconButton
              icon={<Download />}
              label={t('profile_save')}
              onClick={() => saveText(`${chosen.own.name}.json`, writeOwnProfile(chosen.own))}
            />
          )}
          {chosen && (
            <IconButton
              icon={<Trash />}
              label={t('profile_delete')}
              onClick={() => {
                deleteProfile(chosen.id)
                setId(chosen.own.base)
              }}
            />
          )}
        </div>
        {chosen ? <Fields key={chosen.id} kept={chosen} /> : <p className="muted">{t('profile_fixed')}</p>}
      </DialogBody>
      <DialogFooter actions={<FromFile onTaken={take} />} />
    </>
  )
}

/** Each valid number applies at once; an invalid one is reported and not applied. */
function Fields({ kept: { id, own } }: { kept: KeptProfile }): ReactNode {
  const { t } = useTranslation('editor')
  const [draft, setDraft] = useState(own)
  const fault = ownProfileFault(draft)
  const change = (part: Partial<OwnProfile>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (ownProfileFault(next) === undefined) changeProfile(id, { ...next, name: next.name.trim() })
  }
  return (
    <>
      <FormGroup
        label={t('profile_name')}
        labelFor="profile-name"
        intent={fault === 'name' ? 'danger' : 'none'}
        helperText={fault === 'name' ? t('profile_name_missing') : undefined}
      >
        <TextInput
          id="profile-name"
          value={draft.name}
          maxLength={OWN_NAME_LENGTH}
          onValueChange={(name) => change({ name })}
        />
      </FormGroup>
      <div className="profile-numbers">
        {ownNumberNames.map((name) => (
          <NumberField
            key={name}
            name={name}
            value={draft[name]}
            isFaulty={fault === name}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <h3>{t('profile_rules')}</h3>
      <div className="profile-rules">
        {ruleIds.map((rule) => (
          <Checkbox
            key={rule}
            checked={draft.rules.includes(rule)}
            label={t(`checks:title_${rule}`)}
            onChange={({ currentTarget: { checked } }) =>
              change({ rules: ruleIds.filter((each) => (each === rule ? checked : draft.rules.includes(each))) })
            }
          />
        ))}
      </div>
    </>
  )
}

interface NumberProps {
  name: OwnNumber
  value: number
  isFaulty: boolean
  onChange: (value: number) => void
}

function NumberField({ name, value, isFaulty, onChange }: NumberProps): ReactNode {
  const { t } = useTranslation('editor')
  const [least, most] = ownNumbers[name]
  const id = `profile-${name}`
  return (
    <FormGroup
      label={t(`profile_${name}`)}
      labelFor={id}
      intent={isFaulty ? 'danger' : 'none'}
      helperText={isFaulty ? t('profile_number_off', { least, most }) : undefined}
    >
      <NumberInput
        id={id}
        fill
        value={value}
        stepSize={name.endsWith('Ms') ? 10 : 1}
        minorStepSize={null}
        intent={isFaulty ? 'danger' : 'none'}
        onValueChange={(next) => onChange(Number.isFinite(next) ? next : Number.NaN)}
      />
    </FormGroup>
  )
}

function FromFile({ onTaken }: { onTaken: (own: OwnProfile) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File): Promise<void> => {
    const own = readOwnProfile(await textOfOwnFile(file))
    if (own) onTaken(own)
    else notify.error(t('profile_unreadable'))
  }
  return (
    <>
      <HiddenFileInput input={input} accept=".json" testId="profile-file" onFile={(file) => void take(file)} />
      <Button icon={<Import />} text={t('profile_open')} onClick={() => input.current?.click()} />
    </>
  )
}
