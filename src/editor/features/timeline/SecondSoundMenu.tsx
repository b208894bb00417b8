import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { Cross, FolderOpen, Waves } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

/** Chooses a sound to draw below the video's: a dub of the video, or a local file. */
export function SecondSoundMenu(): ReactNode {
  const { t } = useTranslation('editor')
  const { secondSound } = useEditor()
  const { name, share, fault } = useSnapshot(secondSound.cells)
  const input = useRef<HTMLInputElement>(null)
  const said = fault
    ? t('second_sound_failed', { name })
    : share === undefined
      ? name
      : t('second_sound_reading', { name, percent: Math.floor(share * 100) })
  return (
    <>
      <Popover
        placement="top-end"
        content={
          <Menu aria-label={t('second_sound')}>
            <Dubs />
            <MenuItem icon={<FolderOpen />} text={t('second_sound_file')} onClick={() => input.current?.click()} />
            {name !== undefined && (
              <MenuItem icon={<Cross />} text={t('second_sound_none')} onClick={() => secondSound.hide()} />
            )}
          </Menu>
        }
      >
        <IconButton
          icon={<Waves />}
          label={t('second_sound')}
          tip={said ?? t('second_sound')}
          pressed={name !== undefined}
        />
      </Popover>
      <HiddenFileInput
        input={input}
        accept="audio/*,video/*,.mkv"
        testId="second-sound-file"
        onFile={(file) => void secondSound.show(file.name, { file })}
      />
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
