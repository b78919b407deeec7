import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { CleanedHtml } from '../../page/cleaned-html.tsx'
import { useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { quotedText } from './data.ts'

type OpenedProps = { ticketid: number; mailid: number }
type QuotedTextProps = OpenedProps & { lines: number; opens: boolean }

const Opened = ({ ticketid, mailid }: OpenedProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const { data, error } = useQuery(quotedText(useHere(), ticketid, mailid))
  if (data) return <CleanedHtml className="quoted-text" html={data.html} />
  return (
    <p className="quoted-text" role={error ? 'alert' : 'status'}>
      {error ? failureText(error) : t('ticket.page.quotedLoading')}
    </p>
  )
}

/** What the reader's own mail has quoted, history and signature: folded until it is asked for, unless it may say more than the message. */
export const QuotedText = ({ lines, opens, ...mail }: QuotedTextProps) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(opens)
  return (
    <>
      <button type="button" className="quoted-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'ticket.page.hideQuoted' : 'ticket.page.quoted', { count: lines })}
      </button>
      {isOpen && <Opened {...mail} />}
    </>
  )
}
