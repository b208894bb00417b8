import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isInterfaceLanguage, type MenuLanguage, menuLanguages } from '#core/domain/languages.ts'
import { changeLanguage, chosenLanguage } from '#src/api/language.ts'
import { Button } from '#src/ui/Button.ts'
import { CaretUp, Translate } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { capitalised } from '#src/ui/format.ts'
import { offeredLanguages } from '../system.ts'

const tag = (language: MenuLanguage): string => (language === 'zh_cn' ? 'zh-Hans' : language)

/** A language's own name. */
function ownName(language: MenuLanguage): string {
  if (language === 'zh_cn') return '简体中文'
  const name = new Intl.DisplayNames([tag(language)], { type: 'language' }).of(tag(language)) ?? language
  return capitalised(name, tag(language))
}

/** The installation's languages. Choosing one reloads the page. */
export function LanguageMenu({ collapsed }: { collapsed: boolean }): ReactNode {
  const { t } = useTranslation('shell')
  const offered = menuLanguages.filter((language) => offeredLanguages().includes(language))
  const own = offered.filter(isInterfaceLanguage)
  const others = offered.filter((language) => !isInterfaceLanguage(language))
  const now = chosenLanguage()
  const current = menuLanguages.find((language) => language === now) ?? 'en'
  const listed = (languages: readonly MenuLanguage[]): ReactNode =>
    languages.map((language) => (
      <MenuItem
        key={language}
        roleStructure="listoption"
        selected={language === current}
        text={<span lang={tag(language)}>{ownName(language)}</span>}
        onClick={() => changeLanguage(language)}
      />
    ))
  return (
    <Popover
      placement="top-start"
      arrow={false}
      content={
        <Menu className="language-menu">
          {listed(own)}
          {others.length > 0 && <MenuDivider title={t('in_english')} />}
          {listed(others)}
          <MenuDivider title={t('language_note')} />
        </Menu>
      }
    >
      <Button
        variant="minimal"
        fill
        alignText="start"
        icon={<Translate />}
        endIcon={collapsed ? undefined : <CaretUp />}
        text={collapsed ? undefined : <span lang={tag(current)}>{ownName(current)}</span>}
        aria-label={t('language_now', { language: ownName(current) })}
        {...(collapsed && { 'data-tip': t('language_now', { language: ownName(current) }) })}
      />
    </Popover>
  )
}
