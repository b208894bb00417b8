import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { type DubbingType, dubbingTypes, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { kept } from './initial.ts'
import type { Initial } from './kind.ts'
import { VoiceSelect } from './VoiceSelect.tsx'

interface RoleVoice {
  readonly folder_role_id: string
  readonly voice: string
}

/** The wire form of the choices about voices and sound. */
interface DubbingValue {
  readonly dubbing_type: DubbingType
  readonly voice: string
  readonly role_voices: RoleVoice[]
  readonly keep_background: boolean
  readonly shorten: boolean
  readonly speak_lyrics: boolean
  readonly slow_down: boolean
}

interface DubbingChoice {
  value: DubbingValue
  change: (part: Partial<DubbingValue>) => void
}

/** The choices of voices and sound with defaults. */
export function useDubbingChoice(initial?: Initial): DubbingChoice {
  const [value, setValue] = useState<DubbingValue>({
    dubbing_type: kept(initial, 'dubbing_type', dubbingTypes, 'single'),
    voice: textIn(initial?.['voice']) ?? MATCHED_VOICE,
    role_voices: [],
    keep_background: initial?.['keep_background'] !== false,
    shorten: initial?.['shorten'] !== false,
    speak_lyrics: initial?.['speak_lyrics'] === true,
    slow_down: initial?.['slow_down'] === true,
  })
  return { value, change: (part) => setValue((before) => ({ ...before, ...part })) }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

interface Props {
  isForSeveral?: boolean | undefined
  video: Video
  version: SubtitleVersion | undefined
  language: LanguageCode
  choice: DubbingChoice
  /** Whether the result has a picture. */
  isShown?: boolean
}

/** One voice for all or per speaker, and the video's own sound. */
export function DubbingFields({
  isForSeveral = false,
  video,
  version,
  language,
  choice: { value, change },
  isShown = true,
}: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const isMulti = value.dubbing_type === 'multi'
  return (
    <>
      <RadioGroup
        inline
        label={t('voices')}
        selectedValue={value.dubbing_type}
        onChange={({ currentTarget }) =>
          change({
            dubbing_type: dubbingTypes.find((type) => type === currentTarget.value) ?? 'single',
            role_voices: [],
          })
        }
      >
        <Radio value="single" label={t('voices_single')} />
        <Radio value="multi" label={t('voices_multi')} />
      </RadioGroup>
      <VoiceSelect
        id="dub-voice"
        label={isMulti ? t('voice_of_others') : t('voice')}
        language={language}
        value={value.voice}
        onChange={(voice) => change({ voice })}
      />
      {isMulti && isForSeveral && <p className="muted">{t('kept_voices')}</p>}
      {isMulti && version && !isForSeveral && (
        <RoleVoices
          folderId={video.folder_id}
          fileId={version.file_id}
          language={language}
          voices={value.role_voices}
          usual={value.voice}
          onChange={(role_voices) => change({ role_voices })}
        />
      )}
      <Switch
        checked={value.keep_background}
        label={t('keep_background')}
        onChange={({ currentTarget }) => change({ keep_background: currentTarget.checked })}
      />
      <Switch
        checked={value.shorten}
        label={t('may_shorten')}
        onChange={({ currentTarget }) => change({ shorten: currentTarget.checked })}
      />
      <Switch
        checked={value.speak_lyrics}
        label={t('speak_lyrics')}
        onChange={({ currentTarget }) => change({ speak_lyrics: currentTarget.checked })}
      />
      {isShown && (
        <Switch
          checked={value.slow_down}
          label={t('may_slow_down')}
          onChange={({ currentTarget }) => change({ slow_down: currentTarget.checked })}
        />
      )}
    </>
  )
}

interface RoleVoicesProps {
  folderId: string
  fileId: string
  language: LanguageCode
  /** For a speaker without a choice. */
  usual: string
  voices: readonly RoleVoice[]
  onChange: (voices: RoleVoice[]) => void
}

/** A voice per speaker of the version. */
function RoleVoices({ folderId, fileId, language, voices, usual, onChange }: RoleVoicesProps): ReactNode {
  const { data: roles } = useCall('listRoles', { folder_id: folderId })
  const { data: version } = useCall('getVersion', { file_id: fileId })
  const used = new Set(version?.subtitle_txt.flatMap(({ folder_role_id }) => folder_role_id.slice(0, 1)))
  const speakers = roles?.list.filter(({ folder_role_id }) => used.has(folder_role_id)) ?? []
  // The folder's next dub into this language starts with it.
  const keep = (folder_role_id: string, voice: string): void => {
    call('setVoices', { folder_id: folderId, language, voices: [{ folder_role_id, voice }] })
      .then(() => refresh('listRoles'))
      .catch(notifyFailure)
  }
  return speakers.map(({ folder_role_id: id, role_name, voices: voicesKept }) => (
    <VoiceSelect
      key={id}
      id={`voice-of-${id}`}
      label={role_name}
      language={language}
      value={voices.find(({ folder_role_id }) => folder_role_id === id)?.voice ?? (voicesKept[language] || usual)}
      onChange={(voice) => {
        onChange([...voices.filter(({ folder_role_id }) => folder_role_id !== id), { folder_role_id: id, voice }])
        keep(id, voice)
      }}
    />
  ))
}
