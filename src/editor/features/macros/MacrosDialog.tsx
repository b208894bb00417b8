import './macros.css'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { readCommand } from '#core/timing/typed-command.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Play, Record, Trash } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { actionIds } from '../../keys/action-ids.ts'
import { chordsOf } from '../../keys/chord.ts'
import { keymapOf } from '../../keys/keymap.ts'
import { keyboard } from '../../keys/layout.ts'
import { keys } from '../../keys/stored-keys.ts'
import { useChordName } from '../../keys/use-key-name.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { MACRO_NAME_LENGTH, type Macro, macros, runMacro } from './macros.ts'
import type { MacroStep } from './recorder.ts'

/** Edits macros: their steps, names and keys. */
export function MacrosDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="macros" title={t('action_macros')} className="macros-dialog">
      <MacrosForm />
    </EditorDialog>
  )
}

function MacrosForm(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { list } = useSnapshot(macros)
  return (
    <>
      <DialogBody>
        <p className="muted">{t('macros_text')}</p>
        {list.length === 0 && <p className="macros-none muted">{t('macros_none')}</p>}
        <ul className="macros-list">
          {list.map(({ id }) => (
            <MacroItem key={id} id={id} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <Button
            icon={<Record />}
            text={t('macro_record_new')}
            onClick={() => {
              editor.dialogs.close()
              editor.run('macro_record')
            }}
          />
        }
      />
    </>
  )
}

function MacroItem({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { list } = useSnapshot(macros)
  const macro = list.find((each) => each.id === id) as Macro | undefined
  if (!macro) return null
  const change = (next: Partial<Macro>): void => {
    macros.list = macros.list.map((each) => (each.id === id ? { ...each, ...next } : each))
  }
  return (
    <li className="macro">
      <div className="macro-head">
        <TextInput
          size="small"
          value={macro.name}
          maxLength={MACRO_NAME_LENGTH}
          aria-label={t('macro_name')}
          onValueChange={(name) => change({ name })}
        />
        <MacroKey macro={macro} onChange={(chord) => change({ chord })} />
        <span className="editor-gap" />
        <IconButton
          size="small"
          icon={<Play />}
          label={t('macro_run', { name: macro.name })}
          onClick={() => {
            editor.dialogs.close()
            runMacro(editor, macro)
          }}
        />
        <IconButton
          size="small"
          icon={<Trash />}
          label={t('macro_delete', { name: macro.name })}
          onClick={() => {
            macros.list = macros.list.filter((each) => each.id !== id)
          }}
        />
      </div>
      <Steps steps={macro.steps} onChange={(steps) => change({ steps })} />
    </li>
  )
}

function MacroKey({ macro, onChange }: { macro: Macro; onChange: (chord: string) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useChordName()
  const { preset, own } = useSnapshot(keys)
  const [isListening, setListening] = useState(false)
  const keymap = keymapOf(preset, own)
  const taken = macro.chord === '' ? undefined : actionIds.find((id) => keymap[id].includes(macro.chord))
  const hear = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (/^(?:Shift|Control|Alt|Meta)/.test(event.code)) return
    setListening(false)
    const chord = chordsOf(event, new Set(), keyboard)[0]
    if (event.code === 'Escape') return
    if (chord) onChange(chord)
  }
  return (
    <>
      <Button
        size="small"
        active={isListening}
        intent={taken ? 'warning' : 'none'}
        text={isListening ? t('press_key') : macro.chord ? nameOf(macro.chord) : t('macro_key')}
        aria-label={t('macro_key_of', { name: macro.name })}
        data-tip={taken ? t('macro_key_taken', { action: t(`action_${taken}`) }) : t('macro_key')}
        onClick={() => setListening(true)}
        onBlur={() => setListening(false)}
        onKeyDown={isListening ? hear : undefined}
      />
      {macro.chord !== '' && (
        <IconButton size="small" icon={<Cross />} label={t('macro_key_remove')} onClick={() => onChange('')} />
      )}
    </>
  )
}

/** The steps of a macro; the user can remove them and append commands. */
function Steps({
  steps,
  onChange,
}: {
  steps: readonly MacroStep[]
  onChange: (steps: MacroStep[]) => void
}): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const [text, setText] = useState('')
  const isFaulty = text.trim() !== '' && readCommand(text, notation)?.kind !== 'command'
  const add = (): void => {
    if (text.trim() === '' || isFaulty) return
    onChange([...steps, { typed: text.trim(), inFrames: notation.unit === 'frames' }])
    setText('')
  }
  return (
    <div className="macro-steps">
      {steps.map((step, at) => {
        const name = 'action' in step ? t(`action_${step.action}`) : step.typed
        return (
          <Tag key={at} minimal>
            {name}
            <button
              type="button"
              className="chord-remove"
              aria-label={t('macro_step_remove', { name })}
              onClick={() => onChange(steps.filter((_, other) => other !== at))}
            >
              <Cross size={12} />
            </button>
          </Tag>
        )
      })}
      <TextInput
        size="small"
        className="macro-command"
        value={text}
        intent={isFaulty ? 'danger' : 'none'}
        placeholder={t('macro_step_add')}
        aria-label={t('macro_step_add')}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
    </div>
  )
}
