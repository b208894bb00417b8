import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profiles } from '#core/checks/profiles.ts'
import type { FolderSettings } from '#core/contract/pro.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { type BurnStyle, burnStyleRanges, edgeKinds, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { fontFamilies } from '#core/subtitle/text/fonts.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { completeOnes, PronunciationList } from '#src/subtitles/PronunciationList.tsx'
import { LanguageChips } from '#src/tasks/LanguageChips.tsx'
import { Button } from '#src/ui/Button.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { UnsavedGuard } from '#src/ui/form/UnsavedGuard.tsx'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Plus } from '#src/ui/icons.ts'
import { useLanguageOptions } from '#src/ui/language-names.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { Select } from '#src/ui/Select.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import type { TabProps } from '../open-folder.ts'

type Change = (part: Partial<FolderSettings>) => void

/** A folder's settings: languages, guide, glossary and look, used by tasks and the editor. */
export function SettingsTab({ folder }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  const [edited, setEdited] = useState<Partial<FolderSettings>>({})
  const [busy, setBusy] = useState(false)
  const settings: FolderSettings = { ...folder.settings, ...edited }
  const change: Change = (part) => setEdited((before) => ({ ...before, ...part }))
  const hasChanged = Object.keys(edited).length > 0
  const save = async (): Promise<void> => {
    setBusy(true)
    const glossary = settings.glossary.filter(({ from, to }) => from.trim() !== '' && to.trim() !== '')
    try {
      await call('setFolderSettings', {
        folder_id: folder.folder_id,
        revision: folder.revision,
        settings: {
          ...edited,
          ...(edited.glossary && { glossary }),
          ...(edited.pronunciations && { pronunciations: completeOnes(edited.pronunciations) }),
        },
      })
      await refresh('getProFolder')
      setEdited({})
      notify.success(t('settings_saved'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="pro-tab pro-scroll">
      <UnsavedGuard when={hasChanged && !busy} />
      <form
        className="pro-settings"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <section>
          <h2>{t('settings_languages')}</h2>
          <p className="muted">{t('settings_languages_text')}</p>
          <LanguageChips
            value={settings.languages}
            onChange={(languages) => change({ languages: languages.filter(isLanguageCode) })}
          />
        </section>
        <section>
          <h2>{t('settings_profile')}</h2>
          <p className="muted">{t('settings_profile_text')}</p>
          <Select
            label={t('settings_profile')}
            value={settings.profile}
            options={[
              { value: '', label: t('profile_own') },
              ...profileIds.map((id) => ({ value: id, label: profiles[id].name })),
            ]}
            onChange={(profile) => change({ profile })}
          />
        </section>
        <Glossary settings={settings} onChange={change} />
        <section>
          <h2>{t('subtitles:pronunciations_title')}</h2>
          <PronunciationList list={settings.pronunciations} onChange={(list) => change({ pronunciations: list })} />
        </section>
        <Look settings={settings} onChange={change} />
        <footer className="pro-settings-foot">
          <Button text={t('discard')} disabled={!hasChanged || busy} onClick={() => setEdited({})} />
          <Button type="submit" intent="primary" loading={busy} disabled={!hasChanged} text={t('save')} />
        </footer>
      </form>
    </section>
  )
}

function Glossary({ settings: { glossary }, onChange }: { settings: FolderSettings; onChange: Change }): ReactNode {
  const { t } = useTranslation('pro')
  const set = (at: number, part: Partial<FolderSettings['glossary'][number]>): void =>
    onChange({ glossary: glossary.map((term, index) => (index === at ? { ...term, ...part } : term)) })
  const languages = [{ value: '', label: t('every_language') }, ...useLanguageOptions()]
  return (
    <section>
      <h2>{t('settings_glossary')}</h2>
      <p className="muted">{t('settings_glossary_text')}</p>
      <ul className="pro-terms">
        {glossary.map(({ language, from, to }, at) => (
          // Terms have no id: their index identifies them while edited.
          <li key={at}>
            <Select
              label={t('term_language')}
              value={language}
              options={languages}
              onChange={(code) => set(at, { language: isLanguageCode(code) ? code : '' })}
            />
            <TextInput
              aria-label={t('term_from')}
              placeholder={t('term_from')}
              maxLength={200}
              value={from}
              onValueChange={(value) => set(at, { from: value })}
            />
            <TextInput
              aria-label={t('term_to')}
              placeholder={t('term_to')}
              maxLength={200}
              value={to}
              onValueChange={(value) => set(at, { to: value })}
            />
            <IconButton
              icon={<Cross />}
              label={t('remove_term')}
              onClick={() => onChange({ glossary: glossary.filter((_, index) => index !== at) })}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<Plus />}
        text={t('add_term')}
        onClick={() => onChange({ glossary: [...glossary, { language: '', from: '', to: '' }] })}
      />
    </section>
  )
}

function Look({ settings, onChange }: { settings: FolderSettings; onChange: Change }): ReactNode {
  const { t } = useTranslation('pro')
  const style = settings.style ?? usualBurnStyle
  const set = (part: Partial<BurnStyle>): void => onChange({ style: { ...style, ...part } })
  return (
    <section>
      <h2>{t('settings_style')}</h2>
      <p className="muted">{t('settings_style_text')}</p>
      <Switch
        checked={settings.style !== null}
        label={t('own_style')}
        onChange={({ currentTarget }) => onChange({ style: currentTarget.checked ? usualBurnStyle : null })}
      />
      {settings.style && (
        <div className="pro-style">
          <SelectField
            id="style-font"
            label={t('style_font')}
            value={style.font}
            options={fontFamilies.map((value) => ({ value, label: value }))}
            onChange={(font) => set({ font })}
          />
          <FormGroup label={t('style_size')} labelFor="style-size">
            <NumberInput
              id="style-size"
              fill
              {...burnStyleRanges.size}
              clampValueOnBlur
              value={style.size}
              onValueChange={(size) => set({ size })}
            />
          </FormGroup>
          <FormGroup label={t('style_color')} labelFor="style-color">
            <input
              id="style-color"
              type="color"
              className="pro-color"
              value={style.color}
              onChange={({ currentTarget }) => set({ color: currentTarget.value })}
            />
          </FormGroup>
          <SelectField
            id="style-edge"
            label={t('style_edge')}
            value={style.edge}
            options={edgeKinds.map((value) => ({ value, label: t(`edge_${value}`) }))}
            onChange={(edge) => set({ edge })}
          />
          <FormGroup label={t('style_margin')} labelFor="style-margin">
            <NumberInput
              id="style-margin"
              fill
              {...burnStyleRanges.marginY}
              clampValueOnBlur
              value={style.margin.y}
              onValueChange={(y) => set({ margin: { ...style.margin, y } })}
            />
          </FormGroup>
          <Switch
            checked={style.bold}
            label={t('style_bold')}
            onChange={({ currentTarget }) => set({ bold: currentTarget.checked })}
          />
          <p
            className="pro-style-sample"
            data-edge={style.edge}
            style={{ color: style.color, fontFamily: style.font, fontWeight: style.bold ? 700 : 400 }}
          >
            <span>{t('style_sample')}</span>
          </p>
        </div>
      )}
    </section>
  )
}
