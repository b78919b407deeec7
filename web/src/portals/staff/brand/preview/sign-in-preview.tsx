import { Globe } from 'lucide-react'
import { languageNames } from '../../../../text/languages.ts'
import { useLanguage } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { TextInput } from '../../../../ui/fields/text-input.tsx'
import type { BrandValues } from '../draft/draft.ts'
import { PreviewBrand } from './preview-brand.tsx'

/** The sign-in page of a portal. The classes are those of the page itself. */
export const SignInPreview = ({ values }: { values: BrandValues }) => {
  const { t } = useText()
  const language = useLanguage()
  return (
    <div className="auth">
      <main className="auth-panel">
        <div className="auth-top">
          <span className="button button--ghost">
            <Globe className="icon" aria-hidden="true" />
            <span className="header-label">{languageNames[language]}</span>
          </span>
        </div>
        <div className="auth-form">
          <div>
            <h1 className="page-title">{t('staffBrand.sample.signIn')}</h1>
            <p>{t('staffBrand.sample.signInHint')}</p>
          </div>
          <div className="form">
            <Field label={t('staffBrand.sample.userName')}>
              <TextInput defaultValue="" />
            </Field>
            <Field label={t('staffBrand.sample.password')}>
              <TextInput defaultValue="" />
            </Field>
            <Checkbox>{t('staffBrand.sample.remember')}</Checkbox>
            <Button tone="primary" size="lg" block>
              {t('staffBrand.sample.submit')}
            </Button>
          </div>
        </div>
        <div className="auth-foot">
          <span>{t('staffBrand.sample.privacy')}</span>
          <span>{t('staffBrand.sample.contacts')}</span>
        </div>
      </main>
      <aside className="auth-cover">
        <div className="cover-brand">
          <PreviewBrand values={values} />
        </div>
        <p className="cover-title">{values.coverText || t('staffBrand.sample.cover')}</p>
      </aside>
    </div>
  )
}
