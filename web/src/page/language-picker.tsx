import { languages } from '@portico/contract/language'
import { ChevronDown, Globe } from 'lucide-react'
import { useChangeLanguage } from '../session/use-change-language.ts'
import { languageNames, localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Menu, type MenuEntry } from '../ui/overlay/menu.tsx'

/** The languages as entries of a menu, each named in its own words. */
export const useLanguageEntries = (): MenuEntry[] => {
  const current = useLanguage()
  const change = useChangeLanguage()
  return languages.map(language => ({
    id: language,
    text: <span lang={localeOf(language)}>{languageNames[language]}</span>,
    checked: language === current,
    onSelect: () => void change(language),
  }))
}

/** The language picker: Italiano, English, Español. */
export const LanguagePicker = ({ className = 'header-control language-picker' }: { className?: string }) => {
  const { t } = useText()
  const current = useLanguage()
  const entries = useLanguageEntries()
  return (
    <Menu
      label={t('shell.language')}
      groups={[{ id: 'languages', entries }]}
      trigger={props => (
        <button type="button" {...props} className={className}>
          <Globe className="icon" aria-hidden="true" />
          <span className="sr-only">{t('shell.language')}: </span>
          <span className="header-label">{languageNames[current]}</span>
          <ChevronDown className="icon header-chevron" aria-hidden="true" />
        </button>
      )}
    />
  )
}
