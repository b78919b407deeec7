import type { FirstPortal } from '@portico/contract/staff/session'
import { useState } from 'react'
import { failureCode } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { readColour, startColours } from '../parts/colours.ts'
import { findKeyFault, proposePortalKey, proposePortalName } from '../parts/proposals.ts'
import { ColourField } from './colour-field.tsx'
import { type Logo, LogoField } from './logo-field.tsx'
import { type NewPassword, PasswordFields, useFindPasswordFaults } from './password-fields.tsx'
import { isEmail, type Person, PersonFields, useFindPersonFaults } from './person-fields.tsx'
import { PortalPreview } from './portal-preview.tsx'
import { TicketTypesField } from './ticket-types-field.tsx'
import { useSpendLink } from './use-spend-link.ts'

type Welcome = Person &
  NewPassword & {
    companyName: string
    // Null: as proposed.
    webPortalName: string | null
    webPortalKey: string | null
    ticketTypes: string[] | null
    baseColor: string
    logo: Logo | null
    supportEmail: string
  }
type WelcomeFaults = Partial<Record<keyof Welcome, string>>

const empty: Welcome = {
  companyName: '',
  webPortalName: null,
  webPortalKey: null,
  ticketTypes: null,
  baseColor: startColours[0],
  logo: null,
  supportEmail: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  passwordRepeat: '',
}

const proposedTypes = ['fault', 'help', 'question', 'billing'] as const

/** The portal of what was typed, with proposals in place of what was not. */
const portalOf = (typed: Welcome, types: string[]) => {
  const webPortalName = typed.webPortalName ?? proposePortalName(typed.companyName)
  const { logo } = typed
  return {
    companyName: typed.companyName.trim(),
    webPortalName: webPortalName.trim(),
    webPortalKey: (typed.webPortalKey ?? proposePortalKey(webPortalName)).trim(),
    baseColor: readColour(typed.baseColor) ?? typed.baseColor,
    supportEmail: typed.supportEmail.trim() || null,
    ticketTypes: [...new Set((typed.ticketTypes ?? types).map(name => name.trim()).filter(Boolean))],
    ...(logo && { logo: { name: logo.name, content: logo.address.slice(logo.address.indexOf(',') + 1) } }),
  } satisfies FirstPortal
}

const useFindFaults = (proposed: string[]) => {
  const { t } = useText()
  const findPersonFaults = useFindPersonFaults()
  const findPasswordFaults = useFindPasswordFaults()
  return (typed: Welcome): WelcomeFaults => {
    const portal = portalOf(typed, proposed)
    const keyFault = findKeyFault(portal.webPortalKey)
    return {
      ...(!portal.companyName && { companyName: t('staffSetup.required') }),
      ...(!portal.webPortalName && { webPortalName: t('staffSetup.required') }),
      ...(keyFault && { webPortalKey: t(keyFault === 'form' ? 'staffSetup.keyForm' : 'staffSetup.keyReserved') }),
      ...(!readColour(typed.baseColor) && { baseColor: t('staffSetup.colourWrong') }),
      ...(portal.supportEmail && !isEmail(portal.supportEmail) && { supportEmail: t('staffSetup.emailWrong') }),
      ...(portal.ticketTypes.length === 0 && { ticketTypes: t('staffSetup.typesNone') }),
      ...findPersonFaults(typed),
      ...findPasswordFaults(typed),
    }
  }
}

/** Sets up an empty installation: company, portal, what its customers may report, and the first administrator. */
export const WelcomeForm = ({ linkKey }: { linkKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const failureText = (failure: unknown) =>
    failureCode(failure) === 'conflict' ? t('staffSetup.companyThere') : text(failure)
  const language = useLanguage()
  const types = proposedTypes.map(type => t(`staffSetup.welcome.type.${type}`))
  const { send, isPending, error, refusedPassword } = useSpendLink(linkKey, faults => form.refuse(faults))
  const [logoFault, setLogoFault] = useState<string>()
  const form = useForm<Welcome, WelcomeFaults>({
    initial: empty,
    validate: useFindFaults(types),
    onSubmit: typed => {
      const { firstName, lastName, email, password, passwordRepeat } = typed
      const portal = portalOf(typed, types)
      send({
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim(),
        password,
        passwordRepeat,
        language,
        portal,
      })
    },
  })
  const { values, faults } = form
  const portal = portalOf(values, types)
  const webPortalName = values.webPortalName ?? proposePortalName(values.companyName)
  const webPortalKey = values.webPortalKey ?? proposePortalKey(webPortalName)
  return (
    <div className="setup">
      <header className="setup-head">
        <h1>{t('staffSetup.welcome.title')}</h1>
        <p>{t('staffSetup.welcome.text')}</p>
      </header>
      <form className="setup-form" {...form.props}>
        <section className="setup-part">
          <h2>
            <span className="step-mark">1</span>
            {t('staffSetup.welcome.company')}
          </h2>
          <div className="form">
            <Field label={t('staffSetup.welcome.companyName')} error={faults.companyName}>
              <TextInput {...form.text('companyName')} autoComplete="organization" maxLength={200} />
            </Field>
            <div className="setup-pair">
              <Field
                label={t('staffSetup.welcome.portalName')}
                hint={t('staffSetup.welcome.portalNameHint')}
                error={faults.webPortalName}
              >
                <TextInput
                  value={webPortalName}
                  autoComplete="off"
                  maxLength={200}
                  onChange={event => form.set('webPortalName', event.target.value)}
                />
              </Field>
              <Field
                label={t('staffSetup.welcome.key')}
                hint={t('staffSetup.welcome.keyHint', { address: `${location.host}/${webPortalKey || '…'}` })}
                error={faults.webPortalKey}
              >
                <TextInput
                  value={webPortalKey}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  onChange={event => form.set('webPortalKey', event.target.value.toLowerCase())}
                />
              </Field>
            </div>
            <ColourField {...form.control('baseColor')} error={faults.baseColor} />
            <LogoField
              value={values.logo}
              onChange={logo => {
                setLogoFault(undefined)
                form.set('logo', logo)
              }}
              error={faults.logo ?? logoFault}
              onRefuse={setLogoFault}
            />
          </div>
        </section>
        <section className="setup-part">
          <h2>
            <span className="step-mark">2</span>
            {t('staffSetup.welcome.requests')}
          </h2>
          <div className="form">
            <TicketTypesField
              value={values.ticketTypes ?? types}
              onChange={names => form.set('ticketTypes', names)}
              error={faults.ticketTypes}
            />
            <Field
              label={t('staffSetup.welcome.supportEmail')}
              mark={t('words.optional')}
              hint={t('staffSetup.welcome.supportEmailHint')}
              error={faults.supportEmail}
            >
              <TextInput
                {...form.text('supportEmail')}
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={320}
              />
            </Field>
          </div>
        </section>
        <section className="setup-part">
          <h2>
            <span className="step-mark">3</span>
            {t('staffSetup.welcome.you')}
          </h2>
          <p className="page-sub">{t('staffSetup.welcome.youHint')}</p>
          <div className="form">
            <PersonFields form={form} />
            <PasswordFields
              form={form}
              names={{
                own: [values.firstName, values.lastName, values.email],
                organisations: [portal.companyName, portal.webPortalKey, portal.webPortalName],
              }}
              refused={refusedPassword}
              labels={{ password: t('staffPassword.password'), repeat: t('staffPassword.repeat') }}
            />
          </div>
        </section>
        {error && <Alert tone="danger">{failureText(error)}</Alert>}
        <Button type="submit" tone="primary" size="lg" busy={isPending}>
          {t('staffSetup.welcome.submit')}
        </Button>
      </form>
      <aside className="setup-aside">
        <PortalPreview
          name={portal.webPortalName}
          colour={readColour(values.baseColor) ?? startColours[0]}
          logo={values.logo}
        />
      </aside>
    </div>
  )
}
