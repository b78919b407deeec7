import { languages } from '@portico/contract/language'
import { ChevronDown, Globe } from 'lucide-react'
import { languageNames, localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useChangeLanguage } from '../session/use-change-language.ts'

/** The choice of language on pages before the sign-in. */
export const LanguageMenu = () => {
  const { t } = useText()
  const current = useLanguage()
  const change = useChangeLanguage()
  const entries = languages.map(language => ({
    id: language,
    text: <span lang={localeOf(language)}>{languageNames[language]}</span>,
    checked: language === current,
    onSelect: () => void change(language),
  }))
  return (
    <Menu
      label={t('staffShell.language')}
      groups={[{ id: 'languages', entries }]}
      trigger={props => (
        <button type="button" {...props} className="button button--ghost button--sm language-menu">
          <Globe className="icon" aria-hidden="true" />
          <span className="sr-only">{t('staffShell.language')}: </span>
          {languageNames[current]}
          <ChevronDown className="icon" aria-hidden="true" />
        </button>
      )}
    />
  )
}
