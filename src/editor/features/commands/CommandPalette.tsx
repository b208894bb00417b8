import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readCommand, suggestCommands } from '#core/timing/typed-command.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { type ItemListRenderer, type ItemRenderer, Omnibar } from '#src/ui/Omnibar.ts'
import { runAction } from '../macros/run-action.ts'
import { runTyped } from '../../context/run-typed.ts'
import { useTypedWords } from './use-typed-words.ts'
import { useDialog, useEditor, useNotation } from '../../context/use-editor.ts'
import { dialogClass } from '../../context/dialogs.ts'
import { type ActionId, actionIds } from '../../keys/action-ids.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { recorderOf } from '../macros/recorder.ts'

/** An action by name, or a typed command with its argument. */
type Entry = { readonly action: ActionId } | { readonly typed: string }

const actionEntries: readonly Entry[] = actionIds.map((action) => ({ action }))

/** All actions with their keys, and typed commands with arguments. */
export function CommandPalette(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpen = useDialog('palette') !== undefined
  const keyName = useKeyName()
  const notation = useNotation()
  const typedWords = useTypedWords()
  const chosen = useRef<Entry>(undefined)
  /** Runs after the palette has closed and returned the focus: a dialog opened before that would lose it. */
  const run = (): void => {
    const entry = chosen.current
    chosen.current = undefined
    if (!entry) return
    if ('action' in entry) return runAction(editor, entry.action)
    const read = readCommand(entry.typed, notation)
    if (read?.kind !== 'command') return
    runTyped(editor, read.command)
    recorderOf(editor).heard({ typed: entry.typed, inFrames: notation.unit === 'frames' })
  }
  const render: ItemRenderer<Entry> = (entry, { handleClick, handleFocus, modifiers, ref }) => {
    const isAction = 'action' in entry
    return (
      <MenuItem
        key={isAction ? entry.action : `typed ${entry.typed}`}
        ref={ref}
        active={modifiers.active}
        text={isAction ? t(`action_${entry.action}`) : entry.typed}
        label={isAction ? keyName(entry.action) : typedWords(entry.typed)}
        onClick={handleClick}
        onFocus={handleFocus}
        roleStructure="listoption"
      />
    )
  }
  // All actions are listed before any input, for users who do not know a command's name.
  const renderAll: ItemListRenderer<Entry> = ({ filteredItems, renderItem, itemsParentRef, menuProps }) => (
    <Menu ulRef={itemsParentRef} role="listbox" {...menuProps}>
      {filteredItems.length === 0 ? <MenuItem disabled text={t('no_action')} /> : filteredItems.map(renderItem)}
    </Menu>
  )
  return (
    <Omnibar<Entry>
      className={dialogClass('palette')}
      isOpen={isOpen}
      items={[...actionEntries]}
      itemRenderer={render}
      itemListRenderer={renderAll}
      itemListPredicate={entriesFor}
      resetOnSelect
      // A microtask, since React is still rendering: the command may need to focus a text at once.
      overlayProps={{ transitionDuration: 0, onClosed: () => queueMicrotask(run) }}
      inputProps={{ placeholder: t('palette_hint'), 'aria-label': t('palette_hint') }}
      onClose={() => editor.dialogs.close('palette')}
      onItemSelect={(entry) => {
        chosen.current = entry
        editor.dialogs.close('palette')
      }}
    />
  )

  /** A complete command comes first, for Enter. Examples of an incomplete one follow actions that match by name. */
  function entriesFor(query: string, items: Entry[]): Entry[] {
    const wanted = query.toLowerCase().split(/\s+/)
    const named = items.filter(
      (entry) => 'action' in entry && wanted.every((word) => nameOf(entry.action).includes(word)),
    )
    // Equal names and prefixes come before matches of single words.
    const place = (entry: Entry): number => {
      const name = 'action' in entry ? nameOf(entry.action) : ''
      return name === query.toLowerCase() ? 0 : name.startsWith(query.toLowerCase()) ? 1 : 2
    }
    named.sort((a, b) => place(a) - place(b))
    const typed = suggestCommands(query, notation).map((text) => ({ typed: text }))
    return readCommand(query, notation)?.kind === 'command' ? [...typed, ...named] : [...named, ...typed]
  }

  function nameOf(id: ActionId): string {
    return t(`action_${id}`).toLowerCase()
  }
}
