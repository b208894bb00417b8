import './mix-strip.css'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { dubLoudness, HIGHEST_LEVEL_DB, LOWEST_LEVEL_DB } from '#core/domain/dubbing.ts'
import { nameIn } from '#core/speech/dub-lines.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Select } from '#src/ui/Select.tsx'
import { Slider } from '#src/ui/Slider.ts'
import { useEditor, useRoles } from '../../context/use-editor.ts'
import { mixOf } from './mix.ts'

/** The mixer below the dub track: what is heard, levels of speakers and of the background, loudness. */
export function MixStrip(): ReactNode {
  const { t } = useTranslation('editor')
  const mix = mixOf(useEditor())
  const { isOn, speakers, count, missing, faults } = useSnapshot(mix.cells)
  useEffect(() => mix.open(), [mix])
  return (
    <section className="mix-strip" aria-label={t('mixer')} data-testid="mixer">
      <SegmentedControl
        size="small"
        value={isOn ? 'mix' : 'original'}
        onValueChange={(value) => {
          mix.cells.isOn = value === 'mix'
        }}
        options={[
          { value: 'mix', label: t('mix_heard') },
          { value: 'original', label: t('mix_original') },
        ]}
      />
      <span className="mix-missing muted" role="status">
        {faults > 0
          ? t('mix_faults', { count: faults })
          : missing > 0
            ? t('mix_missing', { missing, count })
            : t('mix_whole', { count })}
      </span>
      <div className="mix-channels">
        <Channel speaker={undefined} />
        {speakers.map((speaker) => (
          <Channel key={speaker} speaker={speaker} />
        ))}
      </div>
      <Loudness />
    </section>
  )
}

/** Level, mute and solo of a speaker, or of the background. */
function Channel({ speaker }: { speaker: string | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const mix = mixOf(useEditor())
  const roles = useRoles()
  const { settings, solo } = useSnapshot(mix.cells)
  const isBackground = speaker === undefined
  const role = roles.find(({ folder_role_id }) => folder_role_id === speaker)?.role_name
  const name = isBackground ? t('mix_background') : (role ?? nameIn(speaker) ?? t('mix_nobody'))
  const db = isBackground ? settings.background : (settings.speakers[speaker] ?? 0)
  const isMuted = isBackground ? settings.isBackgroundMuted : settings.muted.includes(speaker)
  const text =
    db <= LOWEST_LEVEL_DB
      ? t('mix_level_silent')
      : t('mix_level_db', { db: db > 0 ? `+${db}` : String(db).replace('-', '−') })
  return (
    <div className="mix-channel" role="group" aria-label={name}>
      <span className="mix-name ellipsis">{name}</span>
      <Slider
        min={LOWEST_LEVEL_DB}
        max={HIGHEST_LEVEL_DB}
        stepSize={1}
        labelRenderer={false}
        value={db}
        handleHtmlProps={{ 'aria-label': t('mix_level', { name }) }}
        onChange={(to) =>
          isBackground
            ? mix.set({ background: to })
            : mix.set({ speakers: { ...mix.cells.settings.speakers, [speaker]: to } })
        }
      />
      <span className="mix-db muted">{text}</span>
      <IconButton
        size="small"
        icon={<b>{t('mix_mute_letter')}</b>}
        label={t('mix_mute', { name })}
        pressed={isMuted}
        keepsFocus
        onClick={() => mix.toggleMute(speaker)}
      />
      <IconButton
        size="small"
        icon={<b>{t('mix_solo_letter')}</b>}
        label={t('mix_solo', { name })}
        tip={t('mix_solo_tip', { name })}
        pressed={solo.includes(speaker)}
        keepsFocus
        onClick={() => mix.toggleSolo(speaker)}
      />
    </div>
  )
}

/** Loudness of what is heard, and the one that the dub gets. */
function Loudness(): ReactNode {
  const { t } = useTranslation('editor')
  const mix = mixOf(useEditor())
  const { loudness, settings } = useSnapshot(mix.cells)
  const { momentary, shortTerm, integrated } = loudness
  return (
    <div className="mix-loudness" role="group" aria-label={t('mix_loudness')}>
      <span data-tip={t('mix_momentary_title')}>
        <b>{t('mix_momentary')}</b> {lufsText(momentary)}
      </span>
      <span data-tip={t('mix_short_title')}>
        <b>{t('mix_short')}</b> {lufsText(shortTerm)}
      </span>
      <button
        type="button"
        className="mix-integrated"
        aria-label={t('mix_measure_again')}
        data-tip={t('mix_integrated_title')}
        onClick={() => mix.resetMeter()}
      >
        <b>{t('mix_integrated')}</b> {lufsText(integrated)}
      </button>
      <Select
        kind="tool"
        label={t('mix_target')}
        value={settings.loudness}
        onChange={(target) => mix.set({ loudness: target })}
        options={dubLoudness.map((value) => ({
          value,
          label: t('mix_target_lufs', { lufs: String(value).replace('-', '−') }),
        }))}
      />
    </div>
  )
}

const lufsText = (lufs: number | undefined): string => (lufs === undefined ? '–' : lufs.toFixed(1).replace('-', '−'))
