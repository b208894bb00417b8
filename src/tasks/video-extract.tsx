import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { type LanguageCode, languageOfTrack } from '#core/domain/languages.ts'
import { spokenLanguage } from '#core/domain/spoken-language.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { extractModes, regionTypes } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { Chat } from '#src/ui/icons.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { isScript, ScriptField } from './ScriptField.tsx'
import { mostSpeakers } from '#core/domain/sound-track.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { FormProps, TaskKind } from './kind.ts'
import { RegionField } from './RegionField.tsx'
import { SubtitleResult } from './results.tsx'
import { SoundTrackField, useSoundTrack } from './SoundTrackField.tsx'
import { SpeechOptions, useSpeechOptions } from './SpeechOptions.tsx'

/** Extracts subtitles from a video's speech or picture. */
export const videoExtract: TaskKind = {
  type: 'video_extract',
  name: 'type_video_extract',
  title: 'extract_title',
  icon: Chat,
  needsVideo: true,
  languages: 'none',
  Form: ExtractForm,
  Result: SubtitleResult,
}

/** The usual position of subtitles. */
const USUAL: PictureRegion = { x: 0.05, y: 0.75, width: 0.9, height: 0.22 }

function ExtractForm({ video, initial, isForSeveral = false, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { video_id } = video
  const { width, height, has_picture } = video.video_info
  const isSound = !has_picture && !isForSeveral
  const language = useLanguage(video)
  const source_language = language.code
  const [mode, setMode] = useState<(typeof extractModes)[number]>('audio')
  const [place, setPlace] = useState<(typeof regionTypes)[number]>('auto')
  const [region, setRegion] = useState(USUAL)
  const [hasScript, setHasScript] = useState(false)
  const [script, setScript] = useState('')
  // Each video has its own script.
  const takesScript = hasScript && mode === 'audio' && !isForSeveral
  const sound = useSoundTrack(video, isForSeveral)
  const [speakers, setSpeakers] = useState('')
  const options = useSpeechOptions({ sound, isForSeveral, isScript: takesScript, initial })
  // Those of two channels are one each.
  const countsSpeakers = mode !== 'text' && !takesScript && options.value.channels !== 'apart'
  const config = {
    subtitle_extract_mode: mode,
    ...(mode !== 'text' && sound.track > 0 && { sound_track: sound.track }),
    ...(countsSpeakers && speakers !== '' && { speakers: Number(speakers) }),
    ...(mode !== 'text' && options.value),
    ...(mode !== 'audio' && { subtitle_region_type: place, ...(place === 'manual' && { subtitle_region: region }) }),
  }
  const choices = { video_id, source_language, ...config, ...(takesScript && { script }) }
  return children(
    <>
      {!isForSeveral && <p>{t('extract_text', { name: video.video_name })}</p>}
      {!isSound && <ModeField value={mode} onChange={setMode} />}
      {mode !== 'text' && (
        <SoundTrackField
          id="extract-track"
          choice={sound}
          onChoose={(track) => language.choose(languageOfTrack(track.language) ?? source_language)}
        />
      )}
      {!isForSeveral && (
        <LanguageField label={t(mode === 'audio' ? 'spoken_language' : 'subtitle_language')} choice={language} />
      )}
      {mode === 'audio' && !isForSeveral && (
        <Checkbox label={t('extract_script')} checked={hasScript} onChange={() => setHasScript((before) => !before)} />
      )}
      {takesScript && <ScriptField id="extract-script" value={script} onChange={setScript} />}
      {countsSpeakers && <SpeakersField value={speakers} onChange={setSpeakers} />}
      {mode !== 'text' && <SpeechOptions choice={options} />}
      {mode !== 'audio' && (
        <RadioGroup
          label={t('extract_region')}
          selectedValue={place}
          onChange={({ currentTarget: { value } }) => setPlace(regionTypes.find((each) => each === value) ?? 'auto')}
        >
          <Radio value="auto" label={t('extract_region_auto')} />
          <Radio value="manual" label={t('extract_region_manual')} />
        </RadioGroup>
      )}
      {mode !== 'audio' && place === 'manual' && (
        <RegionField
          text={t('extract_region_text')}
          video={video}
          aspect={width / height}
          value={region}
          onChange={setRegion}
        />
      )}
    </>,
    {
      // The price does not depend on the words.
      quote: { task_type: 'video_extract', ...choices, ...(takesScript && { script: 'script' }) },
      choices,
      ...(takesScript && !isScript(script) && { missing: t('script_missing') }),
      start: (idempotency_key) => call('runExtract', { ...choices, idempotency_key }),
    },
    config,
  )
}

/** The language of a video, known or guessed, until another is chosen. */
function useLanguage(video: Video) {
  const [known] = useState(() => spokenLanguage(video))
  const [chosen, choose] = useState<LanguageCode>()
  return { code: chosen ?? known.code, isGuess: chosen === undefined && known.isGuess, choose }
}

function LanguageField({ label, choice }: { label: string; choice: ReturnType<typeof useLanguage> }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <FormGroup label={label} labelFor="extract-language" helperText={choice.isGuess && t('language_guessed')}>
      <LanguageSelect id="extract-language" value={choice.code} onChange={choice.choose} />
    </FormGroup>
  )
}

type Mode = (typeof extractModes)[number]

/** Source of the cues: speech, text in the picture, or both. */
function ModeField({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <RadioGroup
      label={t('extract_mode')}
      selectedValue={value}
      onChange={({ currentTarget }) => onChange(extractModes.find((each) => each === currentTarget.value) ?? 'audio')}
    >
      <Radio value="audio" label={t('extract_audio')} />
      <Radio value="text" label={t('extract_picture')} />
      <Radio value="both" label={t('extract_both')} />
    </RadioGroup>
  )
}

/** Number of speakers; empty to detect it. */
function SpeakersField({ value, onChange }: { value: string; onChange: (count: string) => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <SelectField
      id="extract-speakers"
      label={t('extract_speakers')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('extract_speakers_found') },
        ...Array.from({ length: mostSpeakers }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
      ]}
    />
  )
}
