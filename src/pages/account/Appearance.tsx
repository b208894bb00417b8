import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, screenLanguage } from '#src/api/language.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'

/** Language and theme on this device. */
export function Appearance(): ReactNode {
  const { t } = useTranslation('account')
  const theme = useTheme()
  return (
    <section className="profile-card" aria-labelledby="appearance">
      <h2 id="appearance">{t('appearance')}</h2>
      <div className="profile-switches">
        <span id="language-label">{t('language')}</span>
        <SegmentedControl
          aria-labelledby="language-label"
          value={screenLanguage()}
          onValueChange={(value) => changeLanguage(value === 'zh_cn' ? 'zh_cn' : 'en')}
          options={[
            { label: 'English', value: 'en' },
            { label: '简体中文', value: 'zh_cn' },
          ]}
        />
        <span id="theme-label">{t('theme')}</span>
        <SegmentedControl
          aria-labelledby="theme-label"
          value={theme}
          onValueChange={(value) => value !== theme && toggleTheme()}
          options={[
            { label: t('light'), value: 'light' },
            { label: t('dark'), value: 'dark' },
          ]}
        />
      </div>
    </section>
  )
}
