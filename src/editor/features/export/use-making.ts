import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MediaFault, MediaFailed } from '#core/media/fault.ts'
import { type ExportRequest, type MadeFile, type MediaSource, openMedia } from '#src/media/media.ts'
import { notify } from '#src/ui/toaster.ts'

/** State of an export: before, during or after it. */
export type MakingStage =
  | { readonly at: 'asking' }
  | { readonly at: 'making'; readonly share: number; readonly control: AbortController }
  | { readonly at: 'made'; readonly url: string; readonly file: MadeFile; readonly fileName: string }

/** Exports one file of the video at a time. */
export interface Making {
  readonly stage: MakingStage
  readonly make: (request: () => Promise<ExportRequest>, fileName: string) => Promise<void>
  readonly cancel: () => void
  /** Drops the exported file. */
  readonly again: () => void
}

/** Unmounting cancels the export. */
export function useMaking(source: MediaSource): Making {
  const { t } = useTranslation('editor')
  const [stage, setStage] = useState<MakingStage>({ at: 'asking' })
  const latest = useRef(stage)
  useEffect(() => {
    latest.current = stage
  })
  useEffect(
    () => () => {
      if (latest.current.at === 'making') latest.current.control.abort()
      if (latest.current.at === 'made') URL.revokeObjectURL(latest.current.url)
    },
    [],
  )
  const make = async (request: () => Promise<ExportRequest>, fileName: string): Promise<void> => {
    const control = new AbortController()
    setStage({ at: 'making', share: 0, control })
    try {
      const media = await openMedia(source, control.signal)
      const file = await media.make(await request(), control.signal, (share) =>
        setStage({ at: 'making', share, control }),
      )
      setStage({ at: 'made', url: URL.createObjectURL(file.blob), file, fileName })
    } catch (error) {
      setStage({ at: 'asking' })
      if (control.signal.aborted) return
      if (!(error instanceof MediaFailed)) throw error
      notify.error(t(exportFault(error.fault)))
    } finally {
      control.abort()
    }
  }
  return {
    stage,
    make,
    cancel: () => {
      if (stage.at === 'making') stage.control.abort()
      setStage({ at: 'asking' })
    },
    again: () => {
      if (stage.at === 'made') URL.revokeObjectURL(stage.url)
      setStage({ at: 'asking' })
    },
  }
}

function exportFault(fault: MediaFault) {
  switch (fault) {
    case 'no_audio':
    case 'no_video':
    case 'source_lost':
    case 'core_missing':
      return `media_${fault}` as const
    default:
      return 'export_failed' as const
  }
}
