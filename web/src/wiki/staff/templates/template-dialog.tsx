import type { AssetTemplate } from '@portico/contract/staff/records/assets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { keepTemplate, templates } from '../data.ts'
import { type LineFaults, type PropertyLine, PropertyLines } from '../form/property-lines.tsx'

type TemplateDialogProps = { known?: AssetTemplate | undefined; onClose: () => void }

/** Makes a template, or changes one: the name of a kind of asset, and its properties. */
export const TemplateDialog = ({ known, onClose }: TemplateDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const attemptOf = useOnce()
  const keys = useRef(-1)
  const newKey = () => keys.current--
  const keeping = useMutation(keepTemplate(client))
  const [current, setCurrent] = useState(known)
  const [name, setName] = useState(known?.name ?? '')
  const [lines, setLines] = useState<PropertyLine[]>(() =>
    (known?.properties ?? [{ typologyName: '', dataType: 'Text' as const }]).map((one, n) => ({
      ...one,
      key: n + 1,
      value: '',
    })),
  )
  const [isChecked, setChecked] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [isCrossed, setCrossed] = useState(false)
  const named = lines.filter(({ typologyName }) => typologyName.trim())
  const isTwice = (line: PropertyLine) =>
    named.some(
      one => one.key !== line.key && one.typologyName.trim().toLowerCase() === line.typologyName.trim().toLowerCase(),
    )
  const lineFaults: LineFaults = isChecked
    ? Object.fromEntries(named.filter(isTwice).map(({ key }) => [key, t('staffAssets.templates.twice')]))
    : {}
  const nameFault = isTaken
    ? t('staffAssets.templates.taken')
    : isChecked && !name.trim() && t('staffAssets.templates.nameMissing')
  const save = () => {
    setChecked(true)
    setCrossed(false)
    if (!name.trim() || named.length === 0 || named.some(isTwice)) return
    const properties = named.map(({ typologyName, dataType }) => ({ typologyName: typologyName.trim(), dataType }))
    const body = { name: name.trim(), properties }
    keeping.mutate(
      { known: current, body, key: attemptOf(body).key },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffRecords.saved')) })
          onClose()
        },
        onError: error => {
          const { code, fields } = failureOf(error)
          if (code !== 'conflict') return
          if (fields.includes('body.name')) return setTaken(true)
          void client.fetchQuery({ ...templates, staleTime: 0 }).then(fresh => {
            setCurrent(fresh.find(({ id }) => id === known?.id))
            setCrossed(true)
          })
        },
      },
    )
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={known ? t('staffAssets.templates.change') : t('staffAssets.templates.make')}
    >
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {isCrossed && <Alert tone="warning">{t('staffRecords.crossedSome')}</Alert>}
        {keeping.error && !isTaken && !isCrossed && <Alert tone="danger">{text(keeping.error)}</Alert>}
        <Field label={t('staffAssets.templates.name')} hint={t('staffAssets.templates.nameHint')} error={nameFault}>
          <TextInput
            value={name}
            maxLength={120}
            autoComplete="off"
            data-autofocus=""
            onChange={event => {
              setTaken(false)
              setName(event.target.value)
            }}
          />
        </Field>
        <fieldset className="property-field">
          <legend className="field-label">{t('staffAssets.form.properties')}</legend>
          {isChecked && named.length === 0 && (
            <p className="field-error" role="alert">
              {t('staffAssets.templates.empty')}
            </p>
          )}
          <PropertyLines lines={lines} onChange={setLines} newKey={newKey} faults={lineFaults} hasValues={false} />
        </fieldset>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={keeping.isPending}>
            {t('staffRecords.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
