import { MenuItem } from '@blueprintjs/core'
import { type ItemRenderer, Omnibar } from '@blueprintjs/select'
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
  return (
    <Omnibar<ActionId>
      className={dialogClass('palette')}
      isOpen={isOpen}
      items={[...actionIds]}
      itemRenderer={render}
      itemPredicate={(query, id) => words(query).every((word) => nameOf(id).includes(word))}
      noResults={<MenuItem disabled text={t('no_action')} />}
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
