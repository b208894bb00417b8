import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { Cross, FolderOpen, Waves } from '#src/ui/icons.ts'
import { MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

/** What is drawn below the video's sound, how far it is read, or why it can't be; undefined for nothing. */
export function useSecondSoundState(): string | undefined {
  const { t } = useTranslation('editor')
  const { secondSound } = useEditor()
  const { name, share, fault } = useSnapshot(secondSound.cells)
  if (fault) return t('second_sound_failed', { name })
  return share === undefined ? name : t('second_sound_reading', { name, percent: Math.floor(share * 100) })
}

/** Choices of a sound to draw below the video's: a dub of the video, or a local file. */
export function SecondSoundItems({ onFile }: { onFile: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { secondSound } = useEditor()
  const { name } = useSnapshot(secondSound.cells)
  return (
    <>
      <Dubs />
      <MenuItem icon={<FolderOpen />} text={t('second_sound_file')} onClick={onFile} />
      {name !== undefined && (
        <MenuItem icon={<Cross />} text={t('second_sound_none')} onClick={() => secondSound.hide()} />
      )}
    </>
  )
}

/** Name of the second waveform, over its track; nothing without one. `top`: of that track, in pixels. */
export function SecondSoundName({ top }: { top: number }): ReactNode {
  const { secondSound } = useEditor()
  const { name, share } = useSnapshot(secondSound.cells)
  if (name === undefined) return null
  return (
    <span className="second-sound ellipsis" style={{ top }} data-state={share === undefined ? 'done' : 'reading'}>
      {name}
    </span>
  )
}

/** Dubs of this video, loaded when the menu opens. */
function Dubs(): ReactNode {
  const { t } = useTranslation('editor')
  const { secondSound } = useEditor()
  const video_id = useLibrary()?.video.video_id
  const { data } = useCall('listDerivatives', video_id === undefined ? undefined : { video_id })
  const dubs = data?.list.filter(({ task_type }) => task_type !== 'video_erase') ?? []
  if (video_id === undefined) return null
  return (
    <>
      {dubs.length === 0 && <MenuItem disabled text={t('second_sound_no_dubs')} />}
      {dubs.map(({ derivative_id, name, video_url }) => (
        <MenuItem
          key={derivative_id}
          icon={<Waves />}
          text={name}
          onClick={() => void secondSound.show(name, { url: video_url })}
        />
      ))}
      <MenuDivider />
    </>
  )
}
