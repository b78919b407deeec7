import { languages } from '@portico/contract/language'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { ApiError } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { findKeyFault, proposePortalKey } from '../../../staff/parts/proposals.ts'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { languageNames } from '../../../text/languages.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { openPortal, staffPortals } from '../portal/data.ts'
import '../portal/portals.css'

const timeZones = Intl.supportedValuesOf('timeZone')

/** The fields that a failed call names, and whether it only asks for a second word. */
const readFailure = (error: unknown) => {
  const paths = error instanceof ApiError ? error.errors.map(({ path }) => path) : []
  const names = (field: string) => paths.includes(`body.${field}`)
  const isConflict = error instanceof ApiError && error.code === 'conflict'
  return { names, isTaken: isConflict && names('webPortalKey'), isAlike: isConflict && names('webPortalName') }
}

/** Opens a further portal of the company. */
export const NewPortalScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const zones = useId()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const portals = useQuery(staffPortals)
  // That of the company's other portals: who opens this one may be on a journey.
  const usual = portals.data?.[0]?.timeZone ?? 'Europe/Rome'
  useStaffScreen('staff-portal-new', t('staffPortals.new.title'))
  const { mutate, error, isPending } = useMutation({
    ...openPortal(queryClient),
    // The rail and every list take the new portal from who is signed in, which is read once.
    onSuccess: ({ id }) => {
      unsaved.noteSaved(form.values)
      location.assign(`/staff/portals/${id}/brand`)
    },
  })
  const failure = readFailure(error)
  const form = useForm({
    initial: {
      name: '',
      key: null as string | null,
      language,
      timeZone: null as string | null,
    },
    validate: values => {
      const fault = findKeyFault(values.key ?? proposePortalKey(values.name))
      return {
        name: values.name.trim() === '' && t('staffPortals.new.required'),
        key: fault && t(fault === 'form' ? 'staffPortals.new.keyForm' : 'staffPortals.new.keyReserved'),
        timeZone: !timeZones.includes(values.timeZone ?? usual) && t('staffPortals.new.timeZoneWrong'),
      }
    },
    onSubmit: values => send(values, false),
  })
  const { values, faults } = form
  const unsaved = useUnsavedValues(values)
  const key = values.key ?? proposePortalKey(values.name)
  const send = (typed: typeof values, evenIfAlike: boolean) =>
    mutate({
      webPortalName: typed.name.trim(),
      webPortalKey: (typed.key ?? proposePortalKey(typed.name)).trim(),
      language: typed.language,
      timeZone: typed.timeZone ?? usual,
      ...(evenIfAlike && { evenIfAlike }),
    })
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <Link to="/portals" className="icon-button" aria-label={t('staffPortals.back')}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{t('staffPortals.new.title')}</h1>
      </header>
      <div className="staff-scroll">
        <form className="portal-new" {...form.props}>
          {unsaved.question}
          <Field
            label={t('staffPortals.new.name')}
            hint={t('staffPortals.new.nameHint')}
            error={
              faults.name || (failure.names('webPortalName') && !failure.isAlike && t('staffPortals.new.nameWrong'))
            }
          >
            <TextInput {...form.text('name')} autoComplete="off" maxLength={200} />
          </Field>
          <Field
            label={t('staffPortals.new.key')}
            hint={t('staffPortals.new.keyHint', { address: `${location.host}/${key || '…'}` })}
            error={faults.key || (failure.isTaken && t('staffPortals.new.keyTaken'))}
          >
            <TextInput
              value={key}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              onChange={event => form.set('key', event.target.value.toLowerCase())}
            />
          </Field>
          <Field as="group" label={t('staffPortals.new.language')} hint={t('staffPortals.new.languageHint')}>
            <SegmentedControl
              label={t('staffPortals.new.language')}
              options={languages.map(value => ({ value, text: languageNames[value] }))}
              {...form.control('language')}
            />
          </Field>
          <Field label={t('staffPortals.new.timeZone')} error={faults.timeZone}>
            <TextInput
              name="timeZone"
              value={values.timeZone ?? usual}
              list={zones}
              autoComplete="off"
              spellCheck={false}
              onChange={event => form.set('timeZone', event.target.value)}
            />
          </Field>
          <datalist id={zones}>
            {timeZones.map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          {failure.isAlike && (
            <Alert tone="warning">
              {t('staffPortals.new.alike')}{' '}
              <Button size="sm" busy={isPending} onClick={() => send(values, true)}>
                {t('staffPortals.new.evenIfAlike')}
              </Button>
            </Alert>
          )}
          {error && !failure.isAlike && !failure.isTaken && <Alert tone="danger">{text(error)}</Alert>}
          <div className="button-row">
            <Button type="submit" tone="primary" busy={isPending}>
              {t('staffPortals.new.submit')}
            </Button>
          </div>
        </form>
      </div>
    </main>
  )
}
