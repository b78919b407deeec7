import { Link } from '@tanstack/react-router'
import { Clock, Euro, Eye, FileText, Inbox, Mail, MapPin, Phone, ReceiptText, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { SeeAsButton } from '../../../staff/parts/see-as-button.tsx'
import { SideBlock } from '../../../staff/parts/side-block.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { euro } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import type { OpenCustomer } from '../data.ts'

type SideProps = {
  customer: OpenCustomer
  /** Undefined for who may not change the customer. */
  onChange: (() => void) | undefined
}

const Brief = ({ customer }: Pick<SideProps, 'customer'>) => {
  const { t } = useText()
  const office = isOffice(useMe())
  const { locale } = useStaffFormat()
  const { id, openTickets, lateTickets, firstAnswerMinutes, openAmount, recentSignIns } = customer
  return (
    <SideBlock title={t('staffCustomers.page.brief')}>
      <ul className="side-lines">
        <li>
          <Inbox className="icon" aria-hidden="true" />
          {openTickets > 0 ? (
            <Link to="/tickets" search={{ view: 'open', contact: id }}>
              {t('staffCustomers.page.openTickets', { count: openTickets })}
            </Link>
          ) : (
            <span>{t('staffCustomers.page.noOpenTickets')}</span>
          )}
          {lateTickets > 0 && <span className="num">{t('staffCustomers.late', { count: lateTickets })}</span>}
        </li>
        {firstAnswerMinutes !== null && (
          <li>
            <Clock className="icon" aria-hidden="true" />
            <span>{t('staffCustomers.page.firstAnswer')}</span>
            <span className="num">{spokenMinutes(firstAnswerMinutes)}</span>
          </li>
        )}
        {openAmount !== null && (
          <li>
            <Euro className="icon" aria-hidden="true" />
            <Link to="/publish/published" search={{ contact: id, kind: 'invoice' }}>
              {t('staffCustomers.page.toCollect')}
            </Link>
            <span className="num">{euro(openAmount, { locale })}</span>
          </li>
        )}
        <li>
          <Eye className="icon" aria-hidden="true" />
          <span>{t('staffCustomers.page.signIns')}</span>
          <span className="num">{recentSignIns}</span>
        </li>
        {office && (
          <li>
            <Timer className="icon" aria-hidden="true" />
            <Link to="/time/customers/$contactid" params={{ contactid: id }}>
              {t('staffCustomers.page.monthTime')}
            </Link>
          </li>
        )}
      </ul>
    </SideBlock>
  )
}

const Change = ({ onChange, children }: { onChange: SideProps['onChange']; children: string }) =>
  onChange && (
    <button type="button" className="side-action" onClick={onChange}>
      {children}
    </button>
  )

type LineProps = { icon: ReactNode; children: ReactNode }
const Line = ({ icon, children }: LineProps) => (
  <li>
    {icon}
    {children}
  </li>
)

const Contacts = ({ customer, onChange }: SideProps) => {
  const { t } = useText()
  const { phone, email, address, sdiCode, fiscalCode } = customer
  const isEmpty = !(phone || email || address || sdiCode || fiscalCode)
  return (
    <SideBlock
      title={t('staffCustomers.page.contacts')}
      action={<Change onChange={onChange}>{t('staffCustomers.page.change')}</Change>}
    >
      {isEmpty && <p className="quiet">{t('staffCustomers.page.noContacts')}</p>}
      <ul className="side-lines">
        {phone && (
          <Line icon={<Phone className="icon" aria-hidden="true" />}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </Line>
        )}
        {email && (
          <Line icon={<Mail className="icon" aria-hidden="true" />}>
            <a href={`mailto:${email}`} title={email}>
              {email}
            </a>
          </Line>
        )}
        {address && (
          <Line icon={<MapPin className="icon" aria-hidden="true" />}>
            <span title={address}>{address}</span>
          </Line>
        )}
        {sdiCode && (
          <Line icon={<ReceiptText className="icon" aria-hidden="true" />}>
            <span>{t('staffCustomers.page.sdi', { code: sdiCode })}</span>
          </Line>
        )}
        {fiscalCode && (
          <Line icon={<FileText className="icon" aria-hidden="true" />}>
            <span>{t('staffCustomers.page.fiscal', { code: fiscalCode })}</span>
          </Line>
        )}
      </ul>
    </SideBlock>
  )
}

const TeamNote = ({ customer: { teamNote }, onChange }: SideProps) => {
  const { t } = useText()
  const none = onChange ? t('staffCustomers.page.noNote') : t('staffCustomers.page.noNoteRead')
  return (
    <SideBlock
      title={t('staffCustomers.page.note')}
      action={
        <Change onChange={onChange}>{teamNote ? t('staffCustomers.page.change') : t('staffCustomers.page.add')}</Change>
      }
    >
      <p className={teamNote ? 'team-note' : 'quiet'}>{teamNote ?? none}</p>
    </SideBlock>
  )
}

const Elsewhere = ({ customer: { elsewhere } }: Pick<SideProps, 'customer'>) => {
  const { t } = useText()
  return (
    <SideBlock title={t('staffCustomers.page.elsewhere')}>
      <ul className="side-lines">
        {elsewhere.map(({ id, portal, openTickets }) => (
          <li key={id}>
            <PortalMark portal={portal} />
            <Link to="/customers/$contactid" params={{ contactid: id }}>
              {portal.name}
            </Link>
            <span className="num">{t('staffCustomers.page.open', { count: openTickets })}</span>
          </li>
        ))}
      </ul>
    </SideBlock>
  )
}

/** How many people are named beside the customer; the others are among its people. */
const seenMost = 8

const SeeAs = ({ customer: { id, portal, people, isArchived } }: Pick<SideProps, 'customer'>) => {
  const { t } = useText()
  const seen = isArchived ? [] : people.filter(({ state }) => state !== 'ended').slice(0, seenMost)
  if (seen.length === 0) return null
  return (
    <SideBlock
      title={t('staffCustomers.page.seeAs')}
      action={<span className="side-word">{t('staffCustomers.page.seeAsReadOnly')}</span>}
    >
      <p className="quiet">{t('staffCustomers.page.seeAsText')}</p>
      <ul className="side-lines side-people">
        {seen.map(({ webUserId, referentName }) => (
          <li key={webUserId}>
            <Avatar name={referentName} />
            <span>{referentName}</span>
            <SeeAsButton
              isIcon
              contact={{ id, webPortalKey: portal.webPortalKey }}
              person={{ webUserId, name: referentName }}
            />
          </li>
        ))}
      </ul>
    </SideBlock>
  )
}

/** What stands beside a customer: how it is going, how to reach it, what the team should know, and where else it is. */
export const CustomerSide = ({ customer, onChange }: SideProps) => (
  <>
    <Brief customer={customer} />
    <SeeAs customer={customer} />
    <Contacts customer={customer} onChange={onChange} />
    <TeamNote customer={customer} onChange={onChange} />
    {customer.elsewhere.length > 0 && <Elsewhere customer={customer} />}
  </>
)
