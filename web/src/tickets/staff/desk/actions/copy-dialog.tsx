import type { StaffContact } from '@portico/contract/staff/tickets'
import { attachmentsMax, titleMaxLength } from '@portico/contract/tickets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFailureText } from '../../../../api/failures.ts'
import { useOnce } from '../../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../../staff/parts/form-dialog.tsx'
import { CustomerField } from '../../../../staff/parts/records/customer-field.tsx'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { htmlToText } from '../../../../ui/editor/plain-html.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { TextInput } from '../../../../ui/fields/text-input.tsx'
import { Alert } from '../../../../ui/overlay/alert.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import { Select } from '../../../../ui/select/select.tsx'
import { hasContent } from '../../../rules.ts'
import { choices, findContacts, type OpenTicket } from '../../data.ts'
import { isClosed } from '../is-closed.ts'
import { copyTicket } from './data.ts'

type CopyDialogProps = { ticket: OpenTicket; onClose: () => void }

const nobody = 0
const previewLength = 90

const toggled = (now: readonly number[], id: number) =>
  now.includes(id) ? now.filter(one => one !== id) : [...now, id]

/** Raises a ticket for another customer with the text and files that are picked: nothing else of this one goes there. */
export const CopyDialog = ({ ticket, onClose }: CopyDialogProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const once = useOnce()
  const { data } = useQuery(choices)
  const [contact, setContact] = useState<StaffContact | null>(null)
  const [person, setPerson] = useState(nobody)
  const [typeId, setTypeId] = useState<number | null>(null)
  const [title, setTitle] = useState(ticket.title)
  const [withDescription, setWithDescription] = useState(true)
  const [commentIds, setCommentIds] = useState<readonly number[]>([])
  const [fileIds, setFileIds] = useState<readonly number[]>([])
  const [closes, setCloses] = useState(!isClosed(ticket))
  const copy = useMutation({
    ...copyTicket(useQueryClient(), ticket.id),
    onSettled: (made, error) => {
      if (error || !made) return
      onClose()
      toast({
        title: localized(t =>
          t('staffTicket.copy.done', { number: made.ticketNumber, name: made.contact.companyName }),
        ),
      })
      void navigate({ to: '/tickets/$ticketid', params: { ticketid: made.id }, search: true })
    },
  })
  const types = data?.portals.find(({ id }) => id === contact?.portalId)?.types ?? []
  const messages = ticket.comments.filter(({ message }) => hasContent(message))
  const files = [...ticket.attachments, ...ticket.comments.flatMap(({ attachments }) => attachments)]
  const isReady =
    contact !== null && typeId !== null && title.trim() !== '' && (withDescription || commentIds.length > 0)

  const find = async (term: string, signal: AbortSignal) =>
    (await findContacts(term, signal)).filter(({ id }) => id !== ticket.contact.id)
  const send = () => {
    if (!isReady) return
    const body = {
      contactId: contact.id,
      webUserId: person === nobody ? null : person,
      title: title.trim(),
      taskTypeId: typeId,
      description: withDescription,
      commentIds: [...commentIds],
      attachments: [...fileIds],
      close: closes,
    }
    copy.mutate({ body, key: once(body).key })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('staffTicket.copy.title', { number: ticket.ticketNumber })}
      className="dialog dialog--form"
    >
      <p>{t('staffTicket.copy.text')}</p>
      <Field label={t('staffTicket.copy.customer')}>
        <CustomerField
          find={find}
          value={contact && { value: contact.id, text: contact.companyName }}
          onChange={(_, chosen) => {
            setContact(chosen)
            setPerson(nobody)
            setTypeId(null)
          }}
        />
      </Field>
      {contact && (
        <>
          <Field label={t('staffTicket.copy.person')}>
            <Select<number>
              label={t('staffTicket.copy.person')}
              options={[
                { value: nobody, text: t('staffTicket.copy.nobody') },
                ...contact.people.map(({ webUserId, referentName }) => ({ value: webUserId, text: referentName })),
              ]}
              value={person}
              onChange={chosen => setPerson(chosen ?? nobody)}
            />
          </Field>
          <Field label={t('staffTicket.prop.taskTypeId')}>
            <Select<number>
              label={t('staffTicket.prop.taskTypeId')}
              options={types.map(({ id, name }) => ({ value: id, text: name }))}
              value={typeId}
              onChange={setTypeId}
              placeholder={t('staffTicket.copy.chooseType')}
            />
          </Field>
        </>
      )}
      <Field label={t('staffTicket.copy.name')}>
        <TextInput value={title} maxLength={titleMaxLength} onChange={event => setTitle(event.target.value)} />
      </Field>
      <fieldset className="action-picks">
        <legend>{t('staffTicket.copy.what')}</legend>
        <Checkbox checked={withDescription} onChange={event => setWithDescription(event.target.checked)}>
          {t('staffTicket.copy.description')}
        </Checkbox>
        {messages.map(({ id, message, customer, staff, inCopy }) => (
          <Checkbox key={id} checked={commentIds.includes(id)} onChange={() => setCommentIds(now => toggled(now, id))}>
            <b>{customer?.referentName ?? staff?.displayName ?? inCopy?.address}</b>{' '}
            {htmlToText(message).slice(0, previewLength)}
          </Checkbox>
        ))}
        {files.map(({ id, name }) => (
          <Checkbox
            key={`file ${id}`}
            checked={fileIds.includes(id)}
            disabled={!fileIds.includes(id) && fileIds.length >= attachmentsMax}
            onChange={() => setFileIds(now => toggled(now, id))}
          >
            {t('staffTicket.copy.file', { name })}
          </Checkbox>
        ))}
      </fieldset>
      {!isClosed(ticket) && (
        <Checkbox checked={closes} onChange={event => setCloses(event.target.checked)}>
          {t('staffTicket.copy.close', { number: ticket.ticketNumber })}
        </Checkbox>
      )}
      {copy.error && (
        <Alert tone="danger" title={t('staffTicket.copy.failed')}>
          {failureText(copy.error)}
        </Alert>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button tone="primary" disabled={!isReady} busy={copy.isPending} onClick={send}>
          {t('staffTicket.copy.confirm')}
        </Button>
      </div>
    </FormDialog>
  )
}
