import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#src/ui/Button.ts'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { Upload } from '#src/ui/icons.ts'
import { TAKEN_FILES } from './take-files.ts'
import type { Adding } from './use-adding.ts'

interface Props extends Pick<ButtonProps, 'intent'> {
  adding: Adding
  testId: string
}

/** Chooses local files for a folder. */
export function UploadButton({ adding, testId, intent }: Props): ReactNode {
  const { t } = useTranslation('upload')
  const { mayAdd, field, add, choose } = adding
  return (
    <>
      <HiddenFilesInput input={field} accept={TAKEN_FILES} testId={testId} onFiles={(files) => add(files)} />
      <Button
        intent={intent}
        icon={<Upload />}
        text={t('upload')}
        disabled={!mayAdd}
        title={t(mayAdd ? 'upload_hint' : 'visitor')}
        onClick={choose}
      />
    </>
  )
}
