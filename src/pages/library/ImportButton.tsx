import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CloudDownload } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'

// The dialog is loaded on demand.
const ImportDialog = later(async () => (await import('#src/uploads/ImportDialog.tsx')).ImportDialog)

/** Opens the import of videos from links. */
export function ImportButton({ folderId, disabled }: { folderId: string; disabled: boolean }): ReactNode {
  const { t } = useTranslation('library')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={<CloudDownload />} label={t('import')} disabled={disabled} onClick={() => setOpen(true)} />
      {isOpen && <ImportDialog folder={folderId} onClose={() => setOpen(false)} />}
    </>
  )
}
