import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useScreen } from '../../session/use-screen.ts'
import { useText } from '../../text/use-text.ts'
import { assetName } from '../../wiki/asset-name.ts'
import { wikiElement } from '../../wiki/data.ts'
import { BackLink } from '../back-link.tsx'
import { isTicketDraft, readDraft, saveDraft } from '../draft.ts'
import { ticketTypes } from './data.ts'
import { NewTicketAside } from './new-ticket-aside.tsx'
import { NewTicketForm } from './new-ticket-form.tsx'
import { NoTicketTypes } from './no-ticket-types.tsx'
import './new-ticket.css'

/** The screen of a new ticket: its form, and what helps to fill it in. */
export const NewTicketScreen = () => {
  const { t } = useText()
  const here = useHere()
  const { me, contact } = useEntered()
  const { title = '', wikiElementId } = useSearch({ from: '/$company/$contactid/tickets/new' })
  const { data: asset, isLoading } = useQuery({
    ...wikiElement(here, wikiElementId ?? 0),
    enabled: wikiElementId !== undefined && contact.viewContactWiki,
  })
  const types = useQuery(ticketTypes(here.company))
  const draftKey = `ticket.${me.id}.${here.contactid}`
  const [draft, setDraft] = useState(() => readDraft(draftKey, isTicketDraft))
  const [attempt, setAttempt] = useState(0)
  const startOver = () => {
    saveDraft(draftKey, null)
    setDraft(null)
    setAttempt(attempt + 1)
  }
  useScreen('ticket-new', t('ticket.form.title'))
  return (
    <div className="form-page">
      <div>
        <BackLink />
        <h1 className="ticket-title form-title">{t('ticket.form.title')}</h1>
        {types.data?.length === 0 && <NoTicketTypes />}
        {!isLoading && types.data?.length !== 0 && (
          <NewTicketForm
            key={attempt}
            draftKey={draftKey}
            draft={draft}
            onStartOver={startOver}
            preset={{ title, asset: asset ? { id: asset.id, name: assetName(asset) } : null }}
          />
        )}
      </div>
      <NewTicketAside />
    </div>
  )
}
