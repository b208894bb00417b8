import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import type { DubForm } from '#core/domain/dubbing.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'

type Wanted = readonly [form: DubForm, channels: 'stereo' | 'source']

/** Forms that are made when the user wants them, by what they are for. */
const sounds: readonly Wanted[] = [
  ['wav', 'stereo'],
  ['flac', 'stereo'],
  ['aac', 'stereo'],
]
const studio: readonly Wanted[] = [
  ['stems', 'source'],
  ['takes', 'stereo'],
  ['cues', 'stereo'],
]

/** The menu of a finished dub's forms: its file as it is, and others that are made on demand. */
export function DubDownload({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [making, setMaking] = useState(false)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const make = async ([form, channels]: Wanted): Promise<void> => {
    control.current?.abort()
    const { signal } = (control.current = new AbortController())
    setMaking(true)
    try {
      save(await madeUrl({ dub_task_id: task.task_id, form, channels, idempotency_key: idempotencyKey() }, signal))
    } catch (error) {
      if (!signal.aborted) notifyFailure(error)
    } finally {
      if (!signal.aborted) setMaking(false)
    }
  }
  const isSound = task.task_video_url.split('?')[0]?.endsWith('.m4a') ?? false
  return (
    <Popover
      placement="bottom-end"
      content={<Forms task={task} isSound={isSound} onMake={(wanted) => void make(wanted)} />}
    >
      <IconButton
        size="small"
        icon={<Download />}
        label={t(making ? 'dub_form_making' : 'download')}
        loading={making}
      />
    </Popover>
  )
}

interface FormsProps {
  task: Task
  isSound: boolean
  onMake: (wanted: Wanted) => void
}

/** The forms of a dub; another video only where the source has 5.1. */
function Forms({ task, isSound, onMake }: FormsProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: video } = useCall('getVideo', isSound ? undefined : { file_id: task.video_id })
  const isSurround = video?.video_info.streams.find(({ kind }) => kind === 'audio')?.channels === 6
  const items = (wanted: readonly Wanted[]): ReactNode =>
    wanted.map((each) => <MenuItem key={each[0]} text={t(`dub_form_${each[0]}`)} onClick={() => onMake(each)} />)
  return (
    <Menu aria-label={t('download')}>
      <MenuItem text={t(isSound ? 'dub_form_sound' : 'dub_form_file')} onClick={() => save(task.task_video_url)} />
      {isSurround && items([['video', 'source']])}
      {!isSound && items([['tracks', 'stereo']])}
      <MenuDivider title={t('dub_forms_sound')} />
      {items(sounds)}
      <MenuDivider title={t('dub_forms_studio')} />
      {items(studio)}
    </Menu>
  )
}

/** Each answer waits some seconds; the same key asks for the same output. */
async function madeUrl(order: Parameters<typeof call<'runDubOutput'>>[1], signal: AbortSignal): Promise<string> {
  for (;;) {
    const { url } = await call('runDubOutput', order, { signal })
    if (url !== '') return url
  }
}

/** The address names the file. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
