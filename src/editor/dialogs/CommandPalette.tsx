import { Menu, MenuItem } from '@blueprintjs/core'
import { type ItemListRenderer, type ItemRenderer, Omnibar } from '@blueprintjs/select'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { actions } from '../keys/actions.ts'
import { useDialog, useEditor } from '../use-editor.ts'
import { dialogClass } from './dialogs.ts'
import { type ActionId, actionIds } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'

/** Every action by its name, with its key. */
export function CommandPalette(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpen = useDialog('palette') !== undefined
  const keyName = useKeyName()
  const chosen = useRef<ActionId>(undefined)
  /** Once the palette is gone and the focus back where it was: a dialog that opens under it would lose the focus to it. */
  const run = (): void => {
    const id = chosen.current
    chosen.current = undefined
    const outcome = id && actions[id](editor)
    // What is held by a key ends at once where there is none to hold.
    if (typeof outcome === 'function') outcome()
  }
  const render: ItemRenderer<ActionId> = (id, { handleClick, handleFocus, modifiers, ref }) => (
    <MenuItem
      key={id}
      ref={ref}
      active={modifiers.active}
      text={t(`action_${id}`)}
      label={keyName(id)}
      onClick={handleClick}
      onFocus={handleFocus}
      roleStructure="listoption"
    />
  )
  // All of them before a letter is typed too: who does not know a command's name reads what there is.
  const renderAll: ItemListRenderer<ActionId> = ({ filteredItems, renderItem, itemsParentRef, menuProps }) => (
    <Menu ulRef={itemsParentRef} role="listbox" {...menuProps}>
      {filteredItems.length === 0 ? <MenuItem disabled text={t('no_action')} /> : filteredItems.map(renderItem)}
    </Menu>
  )
  return (
    <Omnibar<ActionId>
      className={dialogClass('palette')}
      isOpen={isOpen}
      items={[...actionIds]}
      itemRenderer={render}
      itemListRenderer={renderAll}
      itemPredicate={(query, id) => words(query).every((word) => nameOf(id).includes(word))}
      resetOnSelect
      overlayProps={{ transitionDuration: 0, onClosed: run }}
      inputProps={{ placeholder: t('palette_hint'), 'aria-label': t('palette_hint') }}
      onClose={() => editor.dialogs.close('palette')}
      onItemSelect={(id) => {
        chosen.current = id
        editor.dialogs.close('palette')
      }}
    />
  )

  function nameOf(id: ActionId): string {
    return t(`action_${id}`).toLowerCase()
  }
}

const words = (query: string): string[] => query.toLowerCase().split(/\s+/)
