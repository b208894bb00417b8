import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readCommand, suggestCommands } from '#core/timing/typed-command.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { type ItemListRenderer, type ItemRenderer, Omnibar } from '#src/ui/Omnibar.ts'
import { runAction } from '../keys/run-action.ts'
import { runTyped } from '../keys/run-typed.ts'
import { useTypedWords } from '../keys/use-typed-words.ts'
import { useDialog, useEditor, useNotation } from '../use-editor.ts'
import { dialogClass } from './dialogs.ts'
import { type ActionId, actionIds } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'

/** An action by its name, or a command with what it is about, as it is typed. */
type Entry = { readonly action: ActionId } | { readonly typed: string }

const actionEntries: readonly Entry[] = actionIds.map((action) => ({ action }))

/** Every action by its name, with its key; and commands that are typed with what they are about. */
export function CommandPalette(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpen = useDialog('palette') !== undefined
  const keyName = useKeyName()
  const notation = useNotation()
  const typedWords = useTypedWords()
  const chosen = useRef<Entry>(undefined)
  /** Once the palette is gone and the focus back where it was: a dialog that opens under it would lose the focus to it. */
  const run = (): void => {
    const entry = chosen.current
    chosen.current = undefined
    if (!entry) return
    if ('action' in entry) return runAction(editor, entry.action)
    const read = readCommand(entry.typed, notation)
    if (read?.kind !== 'command') return
    runTyped(editor, read.command)
    editor.recorder.heard({ typed: entry.typed, inFrames: notation.unit === 'frames' })
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
  // All of them before a letter is typed too: who does not know a command's name reads what there is.
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
      // Not while React still draws: a text that the command leads to must be there at once.
      overlayProps={{ transitionDuration: 0, onClosed: () => queueMicrotask(run) }}
      inputProps={{ placeholder: t('palette_hint'), 'aria-label': t('palette_hint') }}
      onClose={() => editor.dialogs.close('palette')}
      onItemSelect={(entry) => {
        chosen.current = entry
        editor.dialogs.close('palette')
      }}
    />
  )

  /** A whole command comes first: Enter runs it. While one is begun its examples come after the actions of that name. */
  function entriesFor(query: string, items: Entry[]): Entry[] {
    const wanted = query.toLowerCase().split(/\s+/)
    const named = items.filter(
      (entry) => 'action' in entry && wanted.every((word) => nameOf(entry.action).includes(word)),
    )
    // What is called just so, or begins so, before what only has the words.
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
