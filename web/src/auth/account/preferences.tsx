import { languages } from '@portico/contract/language'
import { useId } from 'react'
import { densities, schemes } from '../../api/local-storage.ts'
import { useDensity, useScheme } from '../../session/appearance.ts'
import { useChangeLanguage } from '../../session/use-change-language.ts'
import { languageNames } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'

/** Language, theme and density. */
export const Preferences = () => {
  const { t } = useText()
  const language = useLanguage()
  const changeLanguage = useChangeLanguage()
  const [scheme, setScheme] = useScheme()
  const [density, setDensity] = useDensity()
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('auth.account.preferences')}</h2>
      <p className="page-sub">{t('auth.account.perDevice')}</p>
      <div className="form">
        <Field as="group" label={t('shell.language')}>
          <SegmentedControl
            label={t('shell.language')}
            options={languages.map(value => ({ value, text: languageNames[value] }))}
            value={language}
            onChange={changeLanguage}
          />
        </Field>
        <Field as="group" label={t('shell.scheme.title')}>
          <SegmentedControl
            label={t('shell.scheme.title')}
            options={schemes.map(value => ({ value, text: t(`shell.scheme.${value}`) }))}
            value={scheme}
            onChange={setScheme}
          />
        </Field>
        <Field as="group" label={t('shell.density.title')}>
          <SegmentedControl
            label={t('shell.density.title')}
            options={densities.map(value => ({ value, text: t(`shell.density.${value}`) }))}
            value={density}
            onChange={setDensity}
          />
        </Field>
      </div>
    </section>
  )
}
