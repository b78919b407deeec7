import type { TicketMail } from '@portico/contract/staff/tickets'
import { hasRole } from '@portico/contract/staff-roles'
import { useQuery } from '@tanstack/react-query'
import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../../../api/failures.ts'
import { CleanedHtml } from '../../../../page/cleaned-html.tsx'
import { rawMailAddress } from '../../../../staff/parts/mail/data.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { useText } from '../../../../text/use-text.ts'
import { quotedMail } from '../data.ts'
import '../../../../staff/parts/mail/mail-parts.css'

const Quoted = ({ ticketid, mailid }: { ticketid: number; mailid: number }) => {
  const { t } = useText()
  const text = useFailureText()
  const { data, error } = useQuery(quotedMail(ticketid, mailid))
  if (data) return <CleanedHtml className="bubble-text quoted-text" html={data.html} />
  return <p className="quoted-text">{error ? text(error) : t('staffMail.loading')}</p>
}

/** That something was written by mail, with what is not shown of it, and the mail as it came. */
export const MailLine = ({ ticketid, mail }: { ticketid: number; mail: TicketMail }) => {
  const { t } = useText()
  const { role } = useMe()
  const [isQuoted, setQuoted] = useState(mail.hasQuoted && mail.opensQuoted)
  return (
    <>
      <div className="mail-line">
        <span>
          <Mail className="icon icon--sm" aria-hidden="true" />
          {t('staffMail.byMail')}
        </span>
        {mail.hasQuoted && (
          <button type="button" className="side-action" aria-expanded={isQuoted} onClick={() => setQuoted(!isQuoted)}>
            {isQuoted ? t('staffMail.hideQuoted') : t('staffMail.quoted', { count: mail.quotedLines })}
          </button>
        )}
        {mail.isKept && hasRole(role, 'office') && (
          <a className="side-action" href={rawMailAddress(mail.id)} download>
            <Download className="icon icon--sm" aria-hidden="true" />
            {t('staffMail.raw')}
          </a>
        )}
      </div>
      {isQuoted && <Quoted ticketid={ticketid} mailid={mail.id} />}
    </>
  )
}
