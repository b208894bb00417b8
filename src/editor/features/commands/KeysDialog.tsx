import './KeysDialog.css'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatList } from '#src/ui/format.ts'
import { Add, Cross, Download, Import, Reset, Search, WarningSign } from '#src/ui/icons.ts'
import { saveText } from '#src/ui/save-text.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { Select } from '#src/ui/Select.tsx'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { textOfOwnFile } from '../../parts/own-file.ts'
import { actionGroupIds, actionGroups, type ActionId, actionScopes } from '../../keys/action-ids.ts'
import { type Chord, chordsOf } from '../../keys/chord.ts'
import { conflictsOf, isFixed, type Keymap, keymapOf, presetIds, readKeys, writeKeys } from '../../keys/keymap.ts'
import { keyboard } from '../../keys/layout.ts'
import { keys } from '../../keys/stored-keys.ts'
import { useChordName } from '../../keys/use-key-name.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Edits the keys of all actions: presets, the user's changes, import and export. */
export function KeysDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="keys" title={t('keys_title')} className="keys-dialog">
      <KeysForm />
    </EditorDialog>
  )
}

function KeysForm(): ReactNode {
  const { t } = useTranslation('editor')
  const { preset, own } = useSnapshot(keys)
  const [search, setSearch] = useState('')
  const keymap = keymapOf(preset, own)
  const conflicts = conflictsOf(keymap)
  const wanted = search.toLowerCase()
  const nameOf = useChordName()
  const isShown = (id: ActionId): boolean =>
    t(`action_${id}`).toLowerCase().includes(wanted) ||
    keymap[id].some((chord) => nameOf(chord).toLowerCase() === wanted)
  return (
    <>
      <DialogBody>
        <div className="keys-head">
          <Select
            label={t('preset')}
            value={preset}
            onChange={(id) => {
              keys.preset = id
            }}
            options={presetIds.map((id) => ({ value: id, label: t(`preset_${id}`) }))}
          />
          <TextInput
            leftIcon={<Search />}
            placeholder={t('search_keys')}
            aria-label={t('search_keys')}
            value={search}
            onValueChange={setSearch}
          />
        </div>
        {preset !== 'cuelane' && <p className="muted">{t(`preset_text_${preset}`)}</p>}
        {conflicts.size > 0 && (
          <p className="keys-conflicts" role="alert">
            <WarningSign /> {t('key_conflicts', { count: conflicts.size })}
          </p>
        )}
        <div className="keys-list">
          {actionGroupIds.map((group) => {
            const ids = actionGroups[group].filter(isShown)
            return ids.length === 0 ? null : (
              <section key={group}>
                <h3>{t(`group_${group}`)}</h3>
                {ids.map((id) => (
                  <ActionKeys key={id} id={id} keymap={keymap} conflicts={conflicts} />
                ))}
              </section>
            )
          })}
        </div>
      </DialogBody>
      <DialogFooter actions={<Files />}>
        <Button
          variant="minimal"
          icon={<Reset />}
          text={t('reset_keys')}
          onClick={() => {
            keys.own = {}
          }}
        />
      </DialogFooter>
    </>
  )
}

interface ActionKeysProps {
  id: ActionId
  keymap: Keymap
  conflicts: ReadonlyMap<Chord, readonly ActionId[]>
}

function ActionKeys({ id, keymap, conflicts }: ActionKeysProps): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useChordName()
  const [isListening, setListening] = useState(false)
  const chords = keymap[id]
  const set = (next: readonly Chord[]): void => {
    keys.own = { ...keys.own, [id]: next.filter((chord) => !isFixed(id, chord)) }
  }
  const hear = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (/^(?:Shift|Control|Alt|Meta)/.test(event.code)) return
    setListening(false)
    const chord = chordsOf(event, new Set(), keyboard)[0]
    if (event.code !== 'Escape' && chord) set([...chords, chord])
  }
  return (
    <div className="action-keys" data-action={id}>
      <span className="ellipsis">{t(`action_${id}`)}</span>
      <span className="muted action-scope">{t(`scope_${actionScopes[id]}`)}</span>
      <span className="action-chords">
        {chords.map((chord) => {
          const others = conflicts.get(chord)?.filter((other) => other !== id) ?? []
          const name = nameOf(chord)
          return (
            <Tag
              key={chord}
              minimal
              intent={others.length > 0 ? 'danger' : 'none'}
              data-tip={
                others.length > 0
                  ? t('key_also', { actions: formatList(others.map((other) => t(`action_${other}`))) })
                  : isFixed(id, chord)
                    ? t('key_fixed')
                    : name
              }
            >
              {name}
              {!isFixed(id, chord) && (
                <button
                  type="button"
                  className="chord-remove"
                  aria-label={t('remove_key', { key: name, action: t(`action_${id}`) })}
                  onClick={() => set(chords.filter((other) => other !== chord))}
                >
                  <Cross size={12} />
                </button>
              )}
            </Tag>
          )
        })}
        <Button
          variant="minimal"
          size="small"
          active={isListening}
          icon={isListening ? undefined : <Add />}
          text={isListening ? t('press_key') : undefined}
          aria-label={t('add_key', { action: t(`action_${id}`) })}
          onClick={() => setListening(true)}
          onBlur={() => setListening(false)}
          onKeyDown={isListening ? hear : undefined}
        />
      </span>
    </div>
  )
}

function Files(): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File): Promise<void> => {
    const read = readKeys(await textOfOwnFile(file))
    if (!read) return notify.error(t('keys_unreadable'))
    keys.preset = read.preset
    keys.own = read.own
    notify.success(t('keys_taken'))
  }
  return (
    <>
      <HiddenFileInput input={input} accept=".json" testId="keys-file" onFile={(file) => void take(file)} />
      <Button icon={<Import />} text={t('import_keys')} onClick={() => input.current?.click()} />
      <Button
        icon={<Download />}
        text={t('export_keys')}
        onClick={() => saveText('cuelane-keys.json', writeKeys(keys.preset, keys.own))}
      />
    </>
  )
}
