import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CloudDownload } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'

// A dialog with all that it reads: only who opens it fetches it.
const ImportDialog = later(async () => (await import('#src/uploads/ImportDialog.tsx')).ImportDialog)

/** Opens the dialog that takes videos from other places into a folder. */
export function ImportButton({ folderId, disabled }: { folderId: string; disabled: boolean }): ReactNode {
  const { t } = useTranslation('library')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={<CloudDownload />} label={t('import')} disabled={disabled} onClick={() => setOpen(true)} />
      {isOpen && <ImportDialog folderId={folderId} onClose={() => setOpen(false)} />}
    </>
  )
}
