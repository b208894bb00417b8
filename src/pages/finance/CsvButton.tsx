import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Download } from '#src/ui/icons.ts'
import { saveText } from '#src/ui/save-text.ts'

/** All of a list, as far as its filters go, as a file of this computer. */
export function CsvButton({
  read,
}: {
  read: () => Promise<{ readonly file_name: string; readonly content: string }>
}): ReactNode {
  const { t } = useTranslation('finance')
  const save = async (): Promise<void> => {
    try {
      const { file_name, content } = await read()
      saveText(file_name, content, { lineEnds: 'kept' })
    } catch (error) {
      notifyFailure(error)
    }
  }
  return <Button icon={<Download />} text={t('download_csv')} onClick={() => void save()} />
}
