import type { WaitingMail } from '@portico/contract/staff/mail'
import { Link } from '@tanstack/react-router'
import { useMailWords } from '../../staff/parts/mail/use-mail-words.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'

type MailRowProps = { mail: WaitingMail; isOpen: boolean; isPicked: boolean; onPick: (isPicked: boolean) => void }

/** A mail in the list: from whom, about what, and why it waits. */
export const MailRow = ({ mail, isOpen, isPicked, onPick }: MailRowProps) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const reasonOf = useMailWords()
  const { id, subject, from, fromName, receivedOn, reason, people, ticket, visit } = mail
  const sender = fromName || from || t('staffMail.unknown')
  const named = subject || t('staffMail.noSubject')
  const companies = [...new Set(people.map(({ companyName }) => companyName))].join(', ')
  return (
    <li className="mail-row" data-open={isOpen || undefined}>
      <Checkbox name="mail" checked={isPicked} onChange={event => onPick(event.target.checked)}>
        <span className="sr-only">{t('staffMail.pick', { name: `${named}, ${sender}` })}</span>
      </Checkbox>
      <div className="mail-row-main">
        <div className="mail-row-head">
          <Link
            className="row-link"
            to="."
            search={now => ({ ...now, open: isOpen ? undefined : id })}
            replace
            resetScroll={false}
            preload={false}
            aria-expanded={isOpen}
          >
            {named}
          </Link>
          <time dateTime={receivedOn}>
            {numericDay(receivedOn)} {clock(receivedOn)}
          </time>
        </div>
        <p className="mail-row-sender">
          <span>
            {[sender, fromName && from, mail.portal?.name, companies, ticket && `#${ticket.ticketNumber}`, visit?.title]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p className="mail-row-why">{reasonOf(reason)}</p>
      </div>
    </li>
  )
}
