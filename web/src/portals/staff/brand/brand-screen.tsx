import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { portalColour } from './draft/css-colour.ts'
import { useBrandDraft } from './draft/use-brand-draft.ts'
import { ChangedField } from './form/changed-field.tsx'
import { ColourPart } from './form/colour-part.tsx'
import { CssPart } from './form/css-part.tsx'
import { FooterPart } from './form/footer-part.tsx'
import { Legibility } from './form/legibility.tsx'
import { LogoPart } from './form/logo-part.tsx'
import { PreviewStage } from './preview/preview-stage.tsx'
import './brand.css'

/** The parts that a failed call names. */
const refusedBy = (error: unknown) => {
  const paths = error instanceof ApiError ? error.errors.map(({ path }) => path) : []
  return (field: string) => paths.some(path => path === `body.${field}` || path.startsWith(`body.${field}.`))
}

const BrandEditor = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  const [asks, setAsks] = useState(false)
  const draft = useBrandDraft(portal, () => toast({ title: localized(t => t('staffBrand.published')) }))
  const { values, changed, crossed, error, isPending } = draft
  const isRefused = refusedBy(error)
  const isConflict = failureCode(error) === 'conflict'
  const nameMissing = values.webPortalName.trim() === ''
  const mayPublish = changed.length > 0 && !nameMissing && portalColour(values.baseColor) !== undefined
  const nameError = nameMissing
    ? t('staffPortals.new.required')
    : isRefused('webPortalName') && t('staffPortals.new.nameWrong')
  return (
    <div className="brand">
      <form
        className="brand-form"
        aria-label={t('staffBrand.title')}
        onSubmit={event => {
          event.preventDefault()
          if (mayPublish && !isPending) draft.publish()
        }}
      >
        <div className="brand-body">
          {crossed.length > 0 && (
            <Alert
              tone="warning"
              title={t('staffBrand.crossed')}
              action={
                <Button size="sm" onClick={draft.accept}>
                  {t('staffBrand.crossedAccept')}
                </Button>
              }
            >
              {t('staffBrand.crossedText', { fields: crossed.map(field => t(`staffBrand.part.${field}`)).join(', ') })}
            </Alert>
          )}
          <LogoPart draft={draft} refused={isRefused('logo')} />
          <ColourPart draft={draft} refused={isRefused('baseColor')} />
          <Legibility draft={draft} />
          <ChangedField
            field="webPortalName"
            label={t('staffBrand.part.webPortalName')}
            draft={draft}
            hint={t('staffBrand.nameHint')}
            error={nameError}
          >
            <TextInput
              value={values.webPortalName}
              autoComplete="off"
              maxLength={200}
              onChange={event => draft.set('webPortalName', event.target.value)}
            />
          </ChangedField>
          <ChangedField
            field="coverText"
            label={t('staffBrand.part.coverText')}
            draft={draft}
            hint={t('staffBrand.coverHint')}
          >
            <TextInput
              value={values.coverText}
              autoComplete="off"
              maxLength={500}
              onChange={event => draft.set('coverText', event.target.value)}
            />
          </ChangedField>
          <FooterPart draft={draft} />
          <CssPart draft={draft} portalid={portal.id} />
          {error && (
            <Alert tone={isConflict ? 'warning' : 'danger'}>
              {isConflict
                ? t('staffBrand.conflict')
                : isRefused('customCss')
                  ? t('staffBrand.cssRefused')
                  : text(error)}
            </Alert>
          )}
        </div>
        <div className="brand-foot">
          <span className="page-sub" role="status">
            {changed.length > 0 ? t('staffBrand.changes', { count: changed.length }) : t('staffBrand.allPublished')}
          </span>
          <Button tone="ghost" disabled={changed.length === 0} onClick={() => setAsks(true)}>
            {t('staffBrand.discard')}
          </Button>
          <Button type="submit" tone="primary" disabled={!mayPublish} busy={isPending}>
            {t('staffBrand.publish')}
          </Button>
        </div>
      </form>
      <PreviewStage
        portalid={portal.id}
        portalKey={portal.webPortalKey}
        values={values}
        fallbackColour={draft.published.baseColor}
      />
      {asks && (
        <ConfirmDialog
          open
          danger
          title={t('staffBrand.discardAsk', { count: changed.length })}
          confirm={t('staffBrand.discard')}
          cancel={t('words.cancel')}
          onConfirm={() => {
            draft.discard()
            setAsks(false)
          }}
          onCancel={() => setAsks(false)}
        >
          {t('staffBrand.discardText', { name: me.serviceCompany.name })}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The look of a portal: what is changed shows at once beside it, and is kept in this browser until it is published. */
export const BrandScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  const { data } = useQuery(staffPortal(portalid))
  useStaffScreen('staff-brand', t('staffBrand.title'))
  return data ? <BrandEditor key={data.id} portal={data} /> : null
}
