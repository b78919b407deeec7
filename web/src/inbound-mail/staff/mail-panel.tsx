import type { WaitingMailDetail } from '@portico/contract/staff/mail'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { CleanedHtml } from '../../page/cleaned-html.tsx'
import { rawMailAddress } from '../../staff/parts/mail/data.ts'
import { useMailWords } from '../../staff/parts/mail/use-mail-words.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { Spinner } from '../../ui/buttons/spinner.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { attachmentKind } from '../../ui/files/file-kind.ts'
import { fileSize } from '../../ui/files/file-size.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { waitingMail } from './data.ts'

type Acts = {
  onAccept: (mail: WaitingMailDetail) => void
  onDrop: (id: number) => void
  onRestore: (id: number) => void
}

const Facts = ({ mail }: { mail: WaitingMailDetail }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const hasPortals = useMe().portals.length > 1
  const { from, fromName, to, receivedOn, keptUntil, portal, ticket, visit } = mail
  const facts: [string, ReactNode][] = [
    [t('staffMail.from'), [fromName, from && `<${from}>`].filter(Boolean).join(' ') || t('staffMail.unknown')],
    [t('staffMail.to'), to.join(', ') || '–'],
    [t('staffMail.received'), `${numericDay(receivedOn)} ${clock(receivedOn)}`],
    ...(portal && hasPortals ? [[t('staffMail.portal'), portal.name] as [string, ReactNode]] : []),
    ...(ticket
      ? [
          [
            t('staffMail.atTicket'),
            <Link key="ticket" to="/tickets/$ticketid" params={{ ticketid: ticket.id }}>
              #{ticket.ticketNumber} {ticket.title}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(visit
      ? [
          [
            t('staffMail.atVisit'),
            <Link key="visit" to="/visits" search={{ day: visit.day, open: visit.key }}>
              {visit.title}, {visit.customer}, {numericDay(visit.startsOn)} {clock(visit.startsOn)}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    [t('staffMail.kept'), numericDay(keptUntil)],
  ]
  return (
    <dl className="details published-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Content = ({ mail }: { mail: WaitingMailDetail }) => {
  const { html, quotedHtml, files } = mail
  const { t } = useText()
  const { locale } = useStaffFormat()
  const [isQuoted, setQuoted] = useState(mail.opensQuoted)
  if (html === null) return <Alert tone="warning">{t('staffMail.unreadable')}</Alert>
  return (
    <>
      {html === '' ? (
        <p className="mail-none">{t('staffMail.empty')}</p>
      ) : (
        <CleanedHtml className="bubble-text mail-text" html={html} />
      )}
      {quotedHtml && (
        <div>
          <Button size="sm" tone="ghost" aria-expanded={isQuoted} onClick={() => setQuoted(!isQuoted)}>
            {isQuoted ? t('staffMail.hideQuoted') : t('staffMail.quoted', { count: mail.quotedLines })}
          </Button>
          {isQuoted && <CleanedHtml className="quoted-text" html={quotedHtml} />}
        </div>
      )}
      {files.length > 0 && (
        <section aria-label={t('staffMail.files')}>
          <ul className="attachments">
            {files.map(({ url, name, size }) => (
              <li key={url}>
                <a className="attachment-chip" href={url} target="_blank" rel="noopener noreferrer">
                  <FileIcon kind={attachmentKind(name)} />
                  <span>{name}</span> <small>{fileSize(size, locale)}</small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Shown = ({
  mail,
  settled,
  onAccept,
  onDrop,
  onRestore,
}: { mail: WaitingMailDetail; settled: boolean } & Acts) => {
  const { t } = useText()
  const reasonOf = useMailWords()
  const { id, state, reason, html } = mail
  return (
    <>
      <Alert tone="warning" title={t('staffMail.why')}>
        {reasonOf(reason)}
      </Alert>
      {settled && <Alert tone="info">{t('staffMail.settled')}</Alert>}
      <div className="published-actions">
        {!settled && html !== null && state !== 'dropped' && (
          <Button tone="primary" onClick={() => onAccept(mail)}>
            {t('staffMail.accept')}
          </Button>
        )}
        {!settled &&
          (state === 'dropped' ? (
            <Button onClick={() => onRestore(id)}>{t('staffMail.restore')}</Button>
          ) : (
            <Button onClick={() => onDrop(id)}>{t('staffMail.drop')}</Button>
          ))}
        <a className={buttonClass({ tone: 'ghost' })} href={rawMailAddress(id)} download>
          <Download className="icon" aria-hidden="true" />
          {t('staffMail.raw')}
        </a>
      </div>
      <Facts mail={mail} />
      <Content mail={mail} />
    </>
  )
}

type MailPanelProps = Acts & {
  id: number
  /** The list that the mail is no longer in. */
  settled: 'waiting' | 'dropped' | undefined
  onClose: () => void
}

const listOf = ({ state }: WaitingMailDetail) => (state === 'dropped' ? 'dropped' : 'waiting')

/** A mail that waits: why, what it says, and what can be done with it until a colleague has settled it. */
export const MailPanel = ({ id, settled, onClose, ...acts }: MailPanelProps) => {
  const { t } = useText()
  const text = useFailureText()
  const query = useQuery(waitingMail(id))
  const { data: mail, error, isFetching, refetch } = query
  return (
    <SidePanel title={mail?.subject || t('staffMail.noSubject')} closeLabel={t('staffMail.close')} onClose={onClose}>
      <div className="published-panel">
        {mail && <Shown mail={mail} settled={settled === listOf(mail)} {...acts} />}
        {!mail && error && (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void refetch()}
            busy={isFetching}
            heading="h3"
          >
            {text(error)}
          </RetryPanel>
        )}
        {!mail && !error && <Spinner />}
      </div>
    </SidePanel>
  )
}
