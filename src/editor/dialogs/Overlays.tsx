import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { removeSelected } from '../document/commands.ts'
import { MacrosDialog } from '../macros/MacrosDialog.tsx'
import type { Playback } from '../media/editor-media.ts'
import { Announcer } from '../panes/Announcer.tsx'
import { LineMenu } from '../panes/LineMenu.tsx'
import { ShotMenu } from '../panes/ShotMenu.tsx'
import { Tour } from '../panes/Tour.tsx'
import { ReadingsPanel } from '../people/ReadingsPanel.tsx'
import { ProfilesDialog } from '../quality/ProfilesDialog.tsx'
import { ReviewDialog } from '../review-files/ReviewDialog.tsx'
import { ScriptDialog } from '../script/ScriptDialog.tsx'
import { useCell } from '../use-cell.ts'
import { useDialog, useEditor } from '../use-editor.ts'
import { AboutDialog } from './AboutDialog.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { dialogClass } from './dialogs.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { FixDialog } from './FixDialog.tsx'
import { GoToDialog } from './GoToDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { KeySheet } from './KeySheet.tsx'
import { SaveAsDialog } from './SaveAsDialog.tsx'
import { ShiftDialog } from './ShiftDialog.tsx'
import { SyncDialog } from './SyncDialog.tsx'
import { TranscribeDialog } from './TranscribeDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

/** Dialogs and menus, each mounted while it is open. */
export function Overlays({ source, isEmbedded }: { source: Playback['source']; isEmbedded: boolean }): ReactNode {
  const { library } = useEditor()
  return (
    <>
      {source && <ExportDialog source={source} />}
      <TranscribeDialog source={source} />
      <Announcer />
      <ReadingsPanel />
      <FixDialog />
      <ShiftDialog />
      <SyncDialog />
      <GoToDialog />
      <SaveAsDialog />
      <ReviewDialog />
      <ScriptDialog source={source} />
      {library && <VersionsDialog />}
      {!isEmbedded && <Tour />}
      <LineMenu />
      <ShotMenu />
      <DeleteLines />
      <CommandPalette />
      <KeysDialog />
      <MacrosDialog />
      <ProfilesDialog />
      <KeySheet />
      <AboutDialog />
    </>
  )
}

function DeleteLines(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpen = useDialog('delete') !== undefined
  const selection = useCell(editor.session.cells, 'selection')
  return (
    <ConfirmDialog
      open={isOpen}
      className={dialogClass('delete')}
      text={t('delete_lines_question', { count: selection.length })}
      confirmText={t('common:delete')}
      onConfirm={() => {
        editor.session.run(removeSelected)
        editor.dialogs.close()
      }}
      onClose={() => editor.dialogs.close()}
    />
  )
}
