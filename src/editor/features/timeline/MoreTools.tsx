import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { editorLimits } from '#core/domain/limits.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowsHorizontal, Microphone, Settings, Waves } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Slider } from '#src/ui/Slider.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { SwitchItem } from '#src/ui/SwitchItem.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { followModes } from '../../timeline/index.ts'
import { SecondSoundItems, useSecondSoundState } from './SecondSoundMenu.tsx'
import { trackHeights } from './track-heights.ts'

/** Tools that are chosen rarely, with their keys: what follows what, and tracks of the timeline. */
export function MoreTools(): ReactNode {
  const { t } = useTranslation('editor')
  const { media, secondSound } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Popover
        placement="top-end"
        content={
          <Menu aria-label={t('more_tools')}>
            <MenuDivider title={t('tools_following')} />
            <FollowItems />
            <MenuDivider title={t('timeline')} />
            <FollowModes />
            <VoicesItem />
            <SecondSoundItem onFile={() => input.current?.click()} />
            {media.hasPicture && <ThumbnailHeight />}
          </Menu>
        }
      >
        <IconButton icon={<Settings />} label={t('more_tools')} keepsFocus />
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

/** Switches for parts that follow each other. */
function FollowItems(): ReactNode {
  const { t } = useTranslation('editor')
  const { following } = useEditor()
  const keyName = useKeyName()
  const switches = useSnapshot(following.switches)
  return followItems.map(({ name, action, icon }) => (
    <SwitchItem
      key={name}
      icon={<SubtitleIcon name={icon} />}
      text={t(`action_${action}`)}
      label={keyName(action)}
      isOn={switches[name]}
      onClick={() => following.toggle(name)}
    />
  ))
}

const followItems = [
  { name: 'seek', action: 'seek_on_choice', icon: 'seek_rows' },
  { name: 'play', action: 'play_on_choice', icon: 'play_rows' },
  { name: 'linesOnly', action: 'lines_only', icon: 'lines_only' },
  { name: 'list', action: 'list_follows', icon: 'follow_rows' },
  { name: 'middle', action: 'list_middle', icon: 'align_rows' },
] as const

function FollowModes(): ReactNode {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const keyName = useKeyName()
  const { follow } = useSnapshot(panels)
  return (
    <MenuItem icon={<ArrowsHorizontal />} text={t('follow')} label={keyName('follow_mode')}>
      {followModes.map((mode) => (
        <SwitchItem
          key={mode}
          text={t(`follow_${mode}`)}
          isOn={mode === follow}
          isOneOfSeveral
          onClick={() => {
            panels.follow = mode
          }}
        />
      ))}
    </MenuItem>
  )
}

function VoicesItem(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { hasVoices } = useSnapshot(editor.panels)
  return (
    <SwitchItem
      icon={<Microphone />}
      text={t('action_dub_voices')}
      tip={t('dub_voices_title')}
      label={keyName('dub_voices')}
      isOn={hasVoices}
      onClick={() => void editor.run('dub_voices')}
    />
  )
}

function SecondSoundItem({ onFile }: { onFile: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const state = useSecondSoundState()
  return (
    <MenuItem icon={<Waves />} text={state ?? t('second_sound')}>
      <SecondSoundItems onFile={onFile} />
    </MenuItem>
  )
}

function ThumbnailHeight(): ReactNode {
  const { t } = useTranslation('editor')
  const { thumbnails } = useSnapshot(trackHeights)
  const { min, max } = editorLimits.thumbnailHeight
  return (
    <li className="thumbnail-height" role="none">
      <span>{t('thumbnail_height')}</span>
      <Slider
        min={min}
        max={max}
        stepSize={10}
        labelRenderer={false}
        value={thumbnails}
        handleHtmlProps={{ 'aria-label': t('thumbnail_height') }}
        onChange={(height) => {
          trackHeights.thumbnails = height
        }}
      />
    </li>
  )
}
