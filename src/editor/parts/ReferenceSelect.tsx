import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { Select } from '#src/ui/Select.tsx'
import { useEditor, useLibrary } from '../context/use-editor.ts'

interface Props {
  label: string
  /** What it says without a reference version. */
  none: string
  nameOf: (version: SubtitleVersion, videoName: string | undefined) => string
}

/** Selects the reference version among the other versions of the video. */
export function ReferenceSelect({ label, none, nameOf }: Props): ReactNode {
  const { reference } = useEditor()
  const library = useLibrary()
  const { fileId } = useSnapshot(reference.cells)
  const others = library?.others ?? []
  return (
    <Select
      kind="tool"
      label={label}
      value={fileId ?? ''}
      onChange={(chosen) => void reference.choose(chosen || undefined)}
      options={[
        { value: '', label: none },
        ...others.map((version) => ({ value: version.file_id, label: nameOf(version, library?.video.video_name) })),
      ]}
    />
  )
}
