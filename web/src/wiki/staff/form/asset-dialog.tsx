import type { StaffAsset } from '@portico/contract/staff/records/assets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { asset as assetQuery, changeAsset, folders, makeAsset, type SentProperty, templates } from '../data.ts'
import { type LineFaults, type PropertyLine, PropertyLines } from './property-lines.tsx'

type AssetDialogProps = {
  known?: StaffAsset | undefined
  customer?: { id: number; companyName: string } | undefined
  onClose: () => void
}

const linesOf = (known: StaffAsset | undefined): PropertyLine[] =>
  known?.properties.map(({ id, typologyName, dataType, value }) => ({
    key: id,
    id,
    typologyName,
    dataType,
    value: dataType === 'File' ? '' : value,
    ...(dataType === 'File' && { fileName: value }),
  })) ?? []

const hasContent = ({ value, file, fileName }: PropertyLine) => Boolean(value.trim() || file || fileName)

const sentOf = ({ id, typologyName, dataType, value, file }: PropertyLine): SentProperty => ({
  ...(id !== undefined && { id }),
  typologyName: typologyName.trim(),
  dataType,
  ...(dataType !== 'File' && { value: value.trim() }),
  ...(dataType === 'File' && file && { file }),
})

/** Makes an asset, by a template or from nothing, or changes one. */
export const AssetDialog = ({ known, customer, onClose }: AssetDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const attemptOf = useOnce()
  const listId = useId()
  const sent = useRef(new Map<File, number>())
  const keys = useRef(-1)
  const newKey = () => keys.current--
  const making = useMutation(makeAsset(client))
  const changing = useMutation(changeAsset(client, known?.id ?? 0))
  const [owner, setOwner] = useState<ChosenCustomer | null>(
    customer ? { value: customer.id, text: customer.companyName } : null,
  )
  const [name, setName] = useState(known?.name ?? '')
  const [folder, setFolder] = useState(known?.folderName ?? '')
  const [templateId, setTemplateId] = useState<number | null>(null)
  const [lines, setLines] = useState(() => linesOf(known))
  const [version, setVersion] = useState(known?.version ?? '')
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<LineFaults>({})
  const [crossed, setCrossed] = useState(false)
  const contactId = known?.customer.id ?? owner?.value
  const foldersOf = useQuery({ ...folders(contactId ?? 0), enabled: contactId !== undefined })
  const kinds = useQuery({ ...templates, enabled: !known })

  const lineFault = (line: PropertyLine) => {
    if (!line.typologyName.trim() && hasContent(line)) return t('staffAssets.fault.property')
    if (line.dataType === 'Link' && line.value.trim() && !/^https?:\/\/\S+$/i.test(line.value.trim()))
      return t('staffAssets.fault.link')
    return undefined
  }
  const faults = {
    owner: !known && !owner && t('staffRecords.customer.missing'),
    name: !name.trim() && t('staffAssets.fault.name'),
    folder: !folder.trim() && t('staffAssets.fault.folder'),
  }
  const lineFaults: LineFaults = {
    ...refused,
    ...(isChecked && Object.fromEntries(lines.flatMap(line => (lineFault(line) ? [[line.key, lineFault(line)]] : [])))),
  }

  const apply = (id: number | null) => {
    const template = kinds.data?.find(one => one.id === id)
    setTemplateId(id)
    // What was typed already stays; of the template come the properties that are not there yet.
    const typed = lines.filter(hasContent)
    const there = new Set(typed.map(({ typologyName }) => typologyName.trim().toLowerCase()))
    const fresh = (template?.properties ?? []).filter(one => !there.has(one.typologyName.toLowerCase()))
    setLines([...fresh.map(one => ({ ...one, key: newKey(), value: '' })), ...typed])
  }
  const onError = async (error: unknown, written: PropertyLine[]) => {
    const { code, fields } = failureOf(error)
    if (known && code === 'conflict' && fields.length === 0) {
      const fresh = await client.fetchQuery({ ...assetQuery(known.id), staleTime: 0 })
      setVersion(fresh.version)
      return setCrossed(true)
    }
    const found = fields.flatMap(field => {
      const at = /^body\.properties\.(\d+)\./.exec(field)?.[1]
      const line = at === undefined ? undefined : written[Number(at)]
      return line
        ? [[line.key, t(line.dataType === 'Date' ? 'staffAssets.fault.date' : 'staffAssets.fault.value')]]
        : []
    })
    setRefused(Object.fromEntries(found))
  }
  const save = () => {
    setChecked(true)
    setRefused({})
    setCrossed(false)
    if (Object.values(faults).some(Boolean) || lines.some(lineFault)) return
    const written = lines.filter(line => line.typologyName.trim() && hasContent(line))
    const properties = written.map(sentOf)
    const place = { name: name.trim(), folderName: folder.trim() }
    if (known) {
      // Of the newest state: a property that a colleague has removed meanwhile is made anew.
      const there = new Set(client.getQueryData(assetQuery(known.id).queryKey)?.properties.map(({ id }) => id))
      const kept = properties.map(({ id, ...property }) => ({ ...property, ...(id && there.has(id) && { id }) }))
      changing.mutate(
        { version, body: place, properties: kept, sent: sent.current },
        {
          onError: error => void onError(error, written),
          onSuccess: () => {
            toast({ title: localized(t => t('staffRecords.saved')) })
            onClose()
          },
        },
      )
      return
    }
    const body = { contactId: contactId ?? 0, ...place }
    making.mutate(
      {
        body,
        properties,
        sent: sent.current,
        key: attemptOf([body, properties.map(({ file, ...one }) => [one, file?.name])]).key,
      },
      {
        onError: error => void onError(error, written),
        onSuccess: made => {
          toast({ title: localized(t => t('staffAssets.made', { name: made.name })) })
          onClose()
          void navigate({ to: '/assets/$assetid', params: { assetid: made.id } })
        },
      },
    )
  }
  const error = making.error ?? changing.error
  const showsError = error && !crossed && Object.keys(refused).length === 0
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record dialog--wide"
      title={known ? t('staffAssets.form.change') : t('staffAssets.form.make')}
    >
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {showsError && <Alert tone="danger">{text(error)}</Alert>}
        {crossed && <Alert tone="warning">{t('staffRecords.crossedSome')}</Alert>}
        {!known && !customer && (
          <Field as="group" label={t('staffRecords.customer.name')} error={isChecked && faults.owner}>
            <CustomerField find={findContacts} value={owner} onChange={setOwner} />
          </Field>
        )}
        {!known && (kinds.data?.length ?? 0) > 0 && (
          <Field as="group" label={t('staffAssets.form.template')} mark={t('staffRecords.optional')}>
            <Select<number>
              label={t('staffAssets.form.template')}
              openOn="click"
              nullable
              placeholder={t('staffAssets.form.noTemplate')}
              clearLabel={t('staffAssets.form.noTemplate')}
              options={kinds.data?.map(({ id, name }) => ({ value: id, text: name })) ?? []}
              value={templateId}
              onChange={apply}
            />
          </Field>
        )}
        <div className="form-pair">
          <Field label={t('staffAssets.form.name')} error={isChecked && faults.name}>
            <TextInput
              value={name}
              maxLength={200}
              autoComplete="off"
              data-autofocus=""
              onChange={event => setName(event.target.value)}
            />
          </Field>
          <Field
            label={t('staffAssets.form.folder')}
            hint={t('staffAssets.form.folderHint')}
            error={isChecked && faults.folder}
          >
            <TextInput
              value={folder}
              list={listId}
              maxLength={200}
              autoComplete="off"
              onChange={event => setFolder(event.target.value)}
            />
          </Field>
        </div>
        <datalist id={listId}>
          {foldersOf.data?.map(one => (
            <option key={one.id} value={one.name} />
          ))}
        </datalist>
        <fieldset className="property-field">
          <legend className="field-label">{t('staffAssets.form.properties')}</legend>
          <p className="field-hint">{t('staffAssets.form.propertiesHint')}</p>
          <PropertyLines lines={lines} onChange={setLines} newKey={newKey} faults={lineFaults} />
        </fieldset>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={making.isPending || changing.isPending}>
            {known ? t('staffRecords.save') : t('staffAssets.form.create')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
