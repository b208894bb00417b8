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
import { VoiceCards } from './VoiceCards.tsx'
import { VoicePortrait } from './VoicePortrait.tsx'
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
  /** On a page: all target languages; voices are cards then. */
  languages?: readonly [LanguageCode, ...LanguageCode[]] | undefined
}

/** One voice for all or per speaker, and the video's own sound. */
export function DubbingFields(props: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { choice, isShown = true } = props
  const { value, change } = choice
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
      <Voices {...props} />
      <SoundSwitches choice={choice} isShown={isShown} />
    </>
  )
}

/** The voice of all lines or of those without a speaker, and of each speaker where only one video is dubbed. */
function Voices({ isForSeveral = false, video, version, language, choice, languages }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { value, change } = choice
  const isMulti = value.dubbing_type === 'multi'
  const label = isMulti ? t('voice_of_others') : t('voice')
  const usual = { label, value: value.voice, onChange: (voice: string) => change({ voice }) }
  const speakers = isMulti &&
    !isForSeveral &&
    version && {
      ...{ folderId: video.folder_id, fileId: version.file_id, language, usual: value.voice },
      voices: value.role_voices,
      onChange: (role_voices: RoleVoice[]) => change({ role_voices }),
    }
  return (
    <>
      {!languages && <VoiceSelect id="dub-voice" language={language} {...usual} />}
      {languages && !speakers && <VoiceCards languages={languages} {...usual} />}
      {isMulti && isForSeveral && <p className="muted">{t('kept_voices')}</p>}
      {languages && speakers && <SpeakerCards languages={languages} onUsual={usual.onChange} {...speakers} />}
      {!languages && speakers && <RoleVoices {...speakers} />}
    </>
  )
}

/** What is done with sound and lines. */
function SoundSwitches({ choice, isShown }: { choice: DubbingChoice; isShown: boolean }): ReactNode {
  const { t } = useTranslation('tasks')
  const { value, change } = choice
  return (
    <>
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

interface SpeakerVoices {
  readonly speakers: readonly { readonly id: string; readonly name: string; readonly voice: string }[]
  readonly choose: (id: string, voice: string) => void
}

/** The version's speakers with their voices; a choice is kept for the folder's next dub into this language. */
function useSpeakerVoices({ folderId, fileId, language, voices, usual, onChange }: RoleVoicesProps): SpeakerVoices {
  const { data: roles } = useCall('listRoles', { folder_id: folderId })
  const { data: version } = useCall('getVersion', { file_id: fileId })
  const used = new Set(version?.subtitle_txt.flatMap(({ folder_role_id }) => folder_role_id.slice(0, 1)))
  const speakers = roles?.list.filter(({ folder_role_id }) => used.has(folder_role_id)) ?? []
  return {
    speakers: speakers.map(({ folder_role_id: id, role_name: name, voices: voicesKept }) => ({
      id,
      name,
      voice: voices.find(({ folder_role_id }) => folder_role_id === id)?.voice ?? (voicesKept[language] || usual),
    })),
    choose: (folder_role_id, voice) => {
      onChange([...voices.filter((one) => one.folder_role_id !== folder_role_id), { folder_role_id, voice }])
      call('setVoices', { folder_id: folderId, language, voices: [{ folder_role_id, voice }] })
        .then(() => refresh('listRoles'))
        .catch(notifyFailure)
    },
  }
}

/** A select of voices for each speaker. */
function RoleVoices(props: RoleVoicesProps): ReactNode {
  const { speakers, choose } = useSpeakerVoices(props)
  return speakers.map(({ id, name, voice }) => (
    <VoiceSelect
      key={id}
      id={`voice-of-${id}`}
      label={name}
      language={props.language}
      value={voice}
      onChange={(chosen) => choose(id, chosen)}
    />
  ))
}

interface SpeakerCardsProps extends RoleVoicesProps {
  languages: readonly [LanguageCode, ...LanguageCode[]]
  onUsual: (voice: string) => void
}

/** The speakers in a row, and the cards for the selected one. */
function SpeakerCards({ languages, onUsual, ...props }: SpeakerCardsProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { speakers, choose } = useSpeakerVoices(props)
  const [at, setAt] = useState('')
  const all = [...speakers, { id: '', name: t('voice_of_others'), voice: props.usual }]
  const current = all.find(({ id }) => id === at) ?? all[0]
  const { data } = useCall('listVoices', { language: languages[0] })
  const nameOf = (voice: string): string => data?.list.find(({ voice_id }) => voice_id === voice)?.name ?? ''
  return (
    <>
      <div className="voice-speakers" role="tablist" aria-label={t('voices_multi')}>
        {all.map(({ id, name, voice }) => (
          <button key={id} type="button" role="tab" aria-selected={id === current?.id} onClick={() => setAt(id)}>
            <VoicePortrait id={voice} name={nameOf(voice)} isSmall />
            <span className="ellipsis">{name}</span>
          </button>
        ))}
      </div>
      {current && (
        <VoiceCards
          key={current.id}
          label={current.name}
          languages={languages}
          value={current.voice}
          onChange={(voice) => (current.id === '' ? onUsual(voice) : choose(current.id, voice))}
        />
      )}
    </>
  )
}
