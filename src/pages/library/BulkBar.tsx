import '#src/ui/bulk-bar.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Download, FolderOpen, Translate, Trash } from '#src/ui/icons.ts'
import type { Selection } from './selection.ts'

/** Acts on all selected files, and on the folder. */
export type BulkAction = 'move' | 'language' | 'download' | 'download-folder' | 'delete'

interface Props {
  selection: Selection
  total: number
  onAction: (action: BulkAction) => void
  onSelectAll: () => void
}

/** Shown over the list's bottom while files are selected. */
export function BulkBar({ selection, total, onAction, onSelectAll }: Props): ReactNode {
  const { t } = useTranslation('library')
  const count = selection.files.length
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('chosen', { count })}>
      <strong>{t('chosen', { count })}</strong>
      {count < total && (
        <Button size="small" variant="minimal" text={t('choose_all', { n: total })} onClick={onSelectAll} />
      )}
      <span className="bulk-space" />
      <Button size="small" icon={<FolderOpen />} text={t('move')} onClick={() => onAction('move')} />
      <Button size="small" icon={<Translate />} text={t('set_language')} onClick={() => onAction('language')} />
      <Button size="small" icon={<Download />} text={t('download')} onClick={() => onAction('download')} />
      <Button
        size="small"
        icon={<Trash />}
        intent="danger"
        text={t('common:delete')}
        onClick={() => onAction('delete')}
      />
      <IconButton
        size="small"
        icon={<Cross />}
        label={t('clear_choice')}
        keyName="Esc"
        onClick={() => selection.clear()}
      />
    </div>
  )
}
