import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profiles } from '#core/checks/profiles.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { channelChoices } from '#core/domain/sound-track.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { kept } from './initial.ts'
import type { Initial } from './kind.ts'
import { OptionsFold } from './OptionsFold.tsx'
import type { SoundTrackChoice } from './SoundTrackField.tsx'

/** Nothing chosen: what the folder says, else the product's own. */
const guides = ['', ...profileIds] as const

/** What is chosen about lines of speech besides whose they are. */
export interface SpeechOptionsChoice {
  /** As it goes over the wire: what is left to the server is left out. */
  readonly value: { profile?: (typeof profileIds)[number]; channels?: 'joined' | 'apart' }
  readonly profile: (typeof guides)[number]
  readonly channels: (typeof channelChoices)[number]
  /** Whether the sound has two channels that may be recognised one by one. */
  readonly hasChannels: boolean
  readonly setProfile: (profile: (typeof guides)[number]) => void
  readonly setChannels: (channels: (typeof channelChoices)[number]) => void
}

interface Facts {
  readonly sound: SoundTrackChoice
  readonly isForSeveral: boolean
  /** Whether the lines are those of a script: its sound is not recognised channel by channel. */
  readonly isScript: boolean
  readonly initial: Initial | undefined
}

export function useSpeechOptions({ sound, isForSeveral, isScript, initial }: Facts): SpeechOptionsChoice {
  const [profile, setProfile] = useState(() => kept(initial, 'profile', guides, ''))
  const [channels, setChannels] = useState(() => kept(initial, 'channels', channelChoices, 'auto'))
  // Each of several videos has its sound: the choice holds for those with two channels.
  const hasChannels = !isScript && (isForSeveral || sound.tracks[sound.track]?.channels === 2)
  return {
    value: { ...(profile !== '' && { profile }), ...(hasChannels && channels !== 'auto' && { channels }) },
    ...{ profile, channels, hasChannels, setProfile, setChannels },
  }
}

/** The guide that lines keep to, and whether two channels are recognised one by one. */
export function SpeechOptions({ choice }: { choice: SpeechOptionsChoice }): ReactNode {
  const { t } = useTranslation('tasks')
  const { profile, channels, hasChannels, setProfile, setChannels } = choice
  return (
    <OptionsFold text={t('extract_options')} startsOpen={profile !== '' || channels !== 'auto'}>
      <SelectField
        id="extract-profile"
        label={t('translation_profile')}
        value={profile}
        onChange={setProfile}
        options={guides.map((id) => ({
          value: id,
          label: id === '' ? t('extract_profile_folder') : profiles[id].name,
        }))}
      />
      {hasChannels && (
        <SelectField
          id="extract-channels"
          label={t('extract_channels')}
          value={channels}
          onChange={setChannels}
          options={channelChoices.map((value) => ({ value, label: t(`extract_channels_${value}`) }))}
        />
      )}
    </OptionsFold>
  )
}
