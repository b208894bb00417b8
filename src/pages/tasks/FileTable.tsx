import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, WarningSign } from '#src/ui/icons.ts'
import { useLanguageNames, useLanguageOptions } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { Table } from '#src/ui/Table.tsx'
import type { ChosenFile } from './translate-files.ts'

type Cell = DataOf<'quoteTranslateFiles'>['cells'][number]

interface Props {
  files: readonly ChosenFile[]
  targets: readonly LanguageCode[]
  cells: readonly Cell[]
  /** Whether missing choices are marked. */
  isChecked: boolean
  onLanguage: (fileId: string, language: LanguageCode) => void
  onRemove: (file: ChosenFile) => void
}

/** Files times languages: source language and price of each translation. */
export function FileTable({ files, targets, cells, isChecked, onLanguage, onRemove }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const nameOf = useLanguageNames()
  return (
    <div className="cell-table-frame">
      <Table
        layout="auto"
        className="cell-table"
        columns={[
          { key: 'file', label: t('file') },
          { key: 'language', label: t('written_in') },
          ...targets.map((code) => ({ key: code, label: nameOf(code), isNumber: true })),
          { key: 'remove', label: t('remove'), isUnseen: true, className: 'cell-kept' },
        ]}
      >
        {files.map((file) => (
          <tr key={file.file_id} data-file={file.file_id}>
            <td className="cell-name">
              <div className="file-name">
                <strong className="ellipsis" title={file.name}>
                  {file.name}
                </strong>
                <span className="muted">{t('lines', { count: file.lines })}</span>
              </div>
            </td>
            <td>
              <SourceLanguage file={file} isChecked={isChecked} onLanguage={onLanguage} />
            </td>
            {targets.map((code) => (
              <PriceCell
                key={code}
                cell={cells.find(({ file_id, to_language }) => file_id === file.file_id && to_language === code)}
              />
            ))}
            <td className="number cell-kept">
              <IconButton size="small" icon={<Cross />} label={t('remove')} onClick={() => onRemove(file)} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** A file's language: detected with its confidence, or chosen. */
function SourceLanguage({
  file,
  isChecked,
  onLanguage,
}: Pick<Props, 'isChecked' | 'onLanguage'> & { file: ChosenFile }) {
  const { t } = useTranslation('taskpages')
  const { language, confidence } = file
  return (
    <div className="source-language">
      <Select
        label={t('written_in')}
        value={language ?? ''}
        options={[
          ...(language === undefined ? [{ value: '', label: t('choose_language'), disabled: true }] : []),
          ...useLanguageOptions(),
        ]}
        onChange={(code) => isLanguageCode(code) && onLanguage(file.file_id, code)}
      />
      {confidence !== undefined && (
        <span className={confidence < 0.6 ? 'task-unsure' : 'muted'}>
          {t(confidence < 0.6 ? 'detected_unsure' : 'detected', { percent: Math.round(confidence * 100) })}
        </span>
      )}
      {language === undefined && (
        <span className={isChecked ? 'task-fault' : 'task-unsure'}>
          {t(isChecked ? 'source_required' : 'not_detected')}
        </span>
      )}
    </div>
  )
}

function PriceCell({ cell }: { cell: Cell | undefined }): ReactNode {
  const { t } = useTranslation('taskpages')
  if (!cell) return <td className="number muted">…</td>
  if (cell.available) return <td className="number">{t('common:credits', { count: cell.credits })}</td>
  return (
    <td className="number">
      <span className="cell-refused" data-tip={cell.detail} tabIndex={0} aria-label={cell.detail}>
        <WarningSign size={14} /> {t('not_possible')}
      </span>
    </td>
  )
}
