import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { useEditor } from '../../context/use-editor.ts'
import { removeShot, moveShot, addShot } from './shots.ts'

/** Actions on shot changes at a place of the timeline. */
export function ShotMenu(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { shotMenu } = useSnapshot(editor.panels)
  const isDark = useTheme() === 'dark'
  return (
    <ContextMenu
      isOpen={shotMenu !== undefined}
      isDarkTheme={isDark}
      targetOffset={shotMenu}
      content={
        <Menu aria-label={t('shot_menu')}>
          {shotMenu?.mark === undefined ? (
            <MenuItem
              icon={<SubtitleIcon name="shot_add" />}
              text={t('shot_add_here')}
              onClick={() => addShot(editor, shotMenu?.ms ?? 0)}
            />
          ) : (
            <>
              <MenuItem
                icon={<SubtitleIcon name="shot_to_playhead" />}
                text={t('action_shot_to_playhead')}
                onClick={() => moveShot(editor, shotMenu.mark ?? 0)}
              />
              <MenuItem
                icon={<SubtitleIcon name="shot_remove" />}
                intent="danger"
                text={t('shot_remove_here')}
                onClick={() => removeShot(editor, shotMenu.mark ?? 0)}
              />
            </>
          )}
        </Menu>
      }
      onClose={() => {
        editor.panels.shotMenu = undefined
      }}
    />
  )
}
