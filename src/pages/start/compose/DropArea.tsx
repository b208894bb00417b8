import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { videoLimits } from '#core/domain/limits.ts'
import { Button } from '#src/ui/Button.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { CloudUpload, FolderOpen, Link } from '#src/ui/icons.ts'
import { placed, type PlacedFile, TAKEN_FILES } from '#src/uploads/take-files.ts'

export interface WaysIn {
  field: RefObject<HTMLInputElement | null>
  choose: () => void
  onFiles: (files: readonly PlacedFile[], isFolder?: boolean) => void
  onLink: () => void
  isCustomer: boolean
}

/** The empty drop zone: the whole of it opens the chooser, by pointer or Enter. */
export function DropArea({ field, choose, onFiles, onLink, isCustomer }: WaysIn): ReactNode {
  const { t } = useTranslation('start')
  const directory = useRef<HTMLInputElement>(null)
  return (
    <div className="drop-area">
      <HiddenFilesInput
        input={field}
        accept={TAKEN_FILES}
        testId="start-files"
        onFiles={(files) => onFiles(placed(files))}
      />
      <HiddenFilesInput input={directory} testId="start-directory" onFiles={(files) => onFiles(placed(files), true)} />
      <button type="button" className="drop-target" onClick={choose}>
        <CloudUpload size={40} aria-hidden />
        <strong>{t('drop')}</strong>
        <span className="muted">{t('limits', { minutes: videoLimits.maxMinutes })}</span>
        <span className={buttonClass({ intent: 'primary', size: 'large' })}>{t('choose')}</span>
      </button>
      <div className="drop-ways">
        <Button icon={<FolderOpen />} text={t('upload:choose_folder')} onClick={() => directory.current?.click()} />
        <Button icon={<Link />} text={t('paste_link')} onClick={onLink} />
        <span className="muted">{t(isCustomer ? 'paste_hint' : 'visitor_hint')}</span>
      </div>
    </div>
  )
}
