import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { removeSelected } from '../model/document/commands.ts'
import { MacrosDialog } from '../features/macros/MacrosDialog.tsx'
import type { Playback } from '../media/editor-media.ts'
import { Announcer } from './Announcer.tsx'
import { LineMenu } from '../features/lines/LineMenu.tsx'
import { ShotMenu } from '../features/timeline/ShotMenu.tsx'
import { Tour } from './Tour.tsx'
import { ReadingsPanel } from '../features/people/ReadingsPanel.tsx'
import { ProfilesDialog } from '../features/quality/ProfilesDialog.tsx'
import { RecordPanel } from '../features/dub/RecordPanel.tsx'
import { ReviewDialog } from '../features/review-files/ReviewDialog.tsx'
import { ScriptDialog } from '../features/script/ScriptDialog.tsx'
import { useCell } from '../context/use-cell.ts'
import { useDialog, useEditor } from '../context/use-editor.ts'
import { AboutDialog } from './AboutDialog.tsx'
import { CommandPalette } from '../features/commands/CommandPalette.tsx'
import { dialogClass } from '../context/dialogs.ts'
import { AuditionDialog } from '../features/dub/AuditionDialog.tsx'
import { PronunciationsDialog } from '../features/dub/PronunciationsDialog.tsx'
import { ImportRecordingDialog } from '../features/dub/ImportRecordingDialog.tsx'
import { ExportDialog } from '../features/export/ExportDialog.tsx'
import { FixDialog } from '../features/quality/FixDialog.tsx'
import { GoToDialog } from '../features/timing/GoToDialog.tsx'
import { KeysDialog } from '../features/commands/KeysDialog.tsx'
import { KeySheet } from '../features/commands/KeySheet.tsx'
import { SaveAsDialog } from '../features/versions/SaveAsDialog.tsx'
import { ShiftDialog } from '../features/timing/ShiftDialog.tsx'
import { SyncDialog } from '../features/timing/SyncDialog.tsx'
import { TranscribeDialog } from '../features/transcribe/TranscribeDialog.tsx'
import { VersionsDialog } from '../features/versions/VersionsDialog.tsx'

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
      {library?.isOwn && <AuditionDialog />}
      {library?.isOwn && <PronunciationsDialog />}
      {library && <ImportRecordingDialog />}
      {!isEmbedded && <Tour />}
      {library && <RecordPanel />}
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
