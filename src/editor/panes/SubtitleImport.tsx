import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { tell, tellFailure } from '#src/ui/toaster.ts'
import { useDesk } from '../desk.ts'
import { FileUnreadable, importFile, SUBTITLE_FILES } from '../import-file.ts'
import type { InLibrary } from '../programme.ts'

/** The file picker behind the action that imports subtitles, and the place where files are dropped. */
export function SubtitleImport({ library }: { library: InLibrary }): ReactNode {
  const { t } = useTranslation('editor')
  const desk = useDesk()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    desk.importSubtitle = () => input.current?.click()
  }, [desk])
  const take = async (file: File): Promise<void> => {
    try {
      const { fileId, problems, encoding } = await importFile(library.video, file, desk.programme.language)
      if (problems > 0) tell.warning(t('imported_problems', { count: problems, encoding }))
      else tell.success(t('imported', { encoding }))
      library.onOpen(fileId)
    } catch (error) {
      if (error instanceof FileUnreadable) tell.error(t(`file_${error.reason}`))
      else tellFailure(error)
    }
  }
  return (
    <input
      ref={input}
      type="file"
      accept={SUBTITLE_FILES}
      hidden
      data-testid="subtitle-file"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = ''
        if (file) void take(file)
      }}
    />
  )
}
