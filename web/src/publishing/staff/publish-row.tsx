import type { PublishItem, PublishKind } from '@portico/contract/staff/publishing'
import {
  Check,
  ClipboardCheck,
  Ellipsis,
  ExternalLink,
  File,
  FilePlus,
  Files,
  FolderOpen,
  type LucideIcon,
  PencilLine,
  Receipt,
  Signature,
  Trash2,
  X,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { PortalMark } from '../../staff/parts/portal-mark.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { euro } from '../../text/format.ts'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { fileSize } from '../../ui/files/file-size.ts'
import { Menu, type MenuEntry } from '../../ui/overlay/menu.tsx'
import { CustomerField } from './customer-field.tsx'
import { isReady, isSummed, isTicked, isToConfirm, nameOfRow } from './row-words.ts'

const icons: Record<PublishKind, LucideIcon> = {
  invoice: Receipt,
  creditNote: Receipt,
  estimate: FilePlus,
  report: ClipboardCheck,
  document: FolderOpen,
  publicFile: Files,
  documentToSign: Signature,
}

/** What somebody does with a row. */
export type RowActs = {
  choose: (id: number) => void
  tick: (item: PublishItem) => void
  correct: (item: PublishItem) => void
  confirm: (item: PublishItem) => void
  remove: (item: PublishItem) => void
  again: (item: PublishItem) => void
  setCustomer: (item: PublishItem, customerId: number) => void
}

/** Props of PublishRow. `fault` is why it was not published. */
export type PublishRowProps = { item: PublishItem; isChosen: boolean; fault: string | undefined; acts: RowActs }

/** The day `YYYY-MM-DD` as DD/MM/YYYY. */
export const numericDay = (day: string) => day.split('-').reverse().join('/')

const useFileWords = () => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  return ({ fileName, pages, size, signature, state }: PublishItem): string => {
    const signed =
      signature &&
      (signature.expired
        ? t('staffPublish.signatureExpired')
        : signature.selfSigned
          ? t('staffPublish.signatureUnknown')
          : t('staffPublish.signatureValid'))
    const sized = state === 'refused' && size !== null ? fileSize(size, locale) : null
    return [state === 'refused' ? null : fileName, pages && t('staffPublish.pages', { count: pages }), signed, sized]
      .filter(Boolean)
      .join(', ')
  }
}

/** How the customer was found, or whatever else is missing or to be looked at. */
const useWhyWords = () => {
  const { t } = useText()
  return ({ needs, guessed, kind, signers, signDays, ticket, foundBy, customer }: PublishItem): string => {
    const missing = needs.filter(need => need !== 'confirmation' && need !== 'customer')
    if (missing.length > 0) return missing.map(need => t(`staffPublish.need.${need}`)).join(', ')
    if (guessed.length > 0)
      return t('staffPublish.toConfirm', { fields: guessed.map(field => t(`staffPublish.field.${field}`)).join(', ') })
    if (kind === 'documentToSign' && signers.length > 0)
      return t('staffPublish.signs', { names: signers.map(({ name }) => name).join(', '), count: signDays })
    if (ticket)
      return t(foundBy === 'ticket' ? 'staffPublish.foundBy.ticket' : 'staffPublish.ofTicket', {
        number: ticket.ticketNumber,
      })
    if (!customer) return ''
    return foundBy && foundBy !== 'ticket' ? t(`staffPublish.foundBy.${foundBy}`) : t('staffPublish.chosen')
  }
}

const Whose = ({ item, acts }: { item: PublishItem; acts: RowActs }) => {
  const { t } = useText()
  const { portals } = useMe()
  const why = useWhyWords()(item)
  const { customer, portal, kind, choices } = item
  const isPublic = kind === 'publicFile'
  const mark = portals.length > 1 ? (isPublic ? portal : customer?.portal) : null
  if (!isPublic && !customer)
    return (
      <div className="publish-whose">
        <CustomerField
          label={`${nameOfRow(item, t)}: ${t('staffPublish.edit.customer')}`}
          customer={null}
          choices={choices}
          onChange={({ id }) => acts.setCustomer(item, id)}
        />
        {why && <small>{why}</small>}
      </div>
    )
  return (
    <div className="publish-whose">
      <span className="publish-customer">
        {mark && <PortalMark portal={mark} />}
        <span>{isPublic ? t('staffPublish.everyone') : customer?.companyName}</span>
      </span>
      <small>{why}</small>
    </div>
  )
}

const Refused = ({ item: { refusal } }: { item: PublishItem }) => {
  const { t } = useText()
  if (!refusal) return null
  const { code, field, customer } = refusal
  const reason =
    code === 'published' && customer
      ? t('staffPublish.refusal.publishedFor', { customer })
      : code === 'incomplete' && field
        ? t('staffPublish.refusal.incompleteField', { field })
        : t(`staffPublish.refusal.${code}`)
  return <p className="danger-text">{t('staffPublish.refused', { reason })}</p>
}

const RowMenu = ({ item, acts }: { item: PublishItem; acts: RowActs }) => {
  const { t } = useText()
  const label = t('staffPublish.more', { name: nameOfRow(item, t) })
  const entry = (id: string, icon: ReactNode, text: string, onSelect: () => void): MenuEntry => ({
    id,
    icon,
    text,
    onSelect,
  })
  const entries = [
    entry('correct', <PencilLine className="icon" />, t('staffPublish.correct'), () => acts.correct(item)),
    ...(isToConfirm(item)
      ? [entry('confirm', <Check className="icon" />, t('staffPublish.confirm'), () => acts.confirm(item))]
      : []),
    ...(item.url
      ? [
          entry('open', <ExternalLink className="icon" />, t('staffPublish.open'), () =>
            window.open(item.url ?? '', '_blank', 'noopener'),
          ),
        ]
      : []),
    entry('remove', <Trash2 className="icon" />, t('staffPublish.remove'), () => acts.remove(item)),
  ]
  return (
    <Menu
      label={label}
      groups={[{ id: 'row', entries }]}
      trigger={props => (
        <IconButton {...props} label={label}>
          <Ellipsis className="icon" aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}

/** A row of the list: what the file is, whose, and what it lacks. */
export const PublishRow = memo(({ item, isChosen, fault, acts }: PublishRowProps) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  const words = useFileWords()(item)
  const name = nameOfRow(item, t)
  const isRefused = item.state === 'refused'
  const Icon = isRefused || item.kind === null ? File : icons[item.kind]
  const state = isRefused ? 'refused' : isReady(item) && fault === undefined ? undefined : 'needs'
  return (
    <li className="publish-row" data-state={state} data-item={item.id}>
      <label className="row-check">
        <span className="sr-only">{t('staffPublish.tick', { name })}</span>
        <span className="check">
          <input type="checkbox" checked={isTicked(item)} disabled={isRefused} onChange={() => acts.tick(item)} />
        </span>
      </label>
      <span className="file-icon" data-kind={isRefused || !item.electronic ? 'pdf' : 'doc'} aria-hidden="true">
        <Icon className="icon" />
      </span>
      <div className="publish-name">
        <button
          type="button"
          className="row-link"
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => acts.choose(item.id)}
          onKeyDown={event => {
            if (event.key !== ' ') return
            event.preventDefault()
            if (!event.repeat) acts.tick(item)
          }}
          // Without it, Firefox would press the button as well.
          onKeyUp={event => event.key === ' ' && event.preventDefault()}
        >
          {name}
        </button>
        <small>{words}</small>
      </div>
      {isRefused ? (
        <div className="publish-refused">
          <Refused item={item} />
          {item.refusal?.mayRepeat && (
            <button type="button" className="link-button" onClick={() => acts.again(item)}>
              {t('staffPublish.again')}
            </button>
          )}
        </div>
      ) : (
        <>
          <Whose item={item} acts={acts} />
          <div className="publish-sum">
            <span>{item.total === null || !isSummed(item) ? '–' : euro(item.total, { locale })}</span>
            <small>{item.date ? numericDay(item.date) : ''}</small>
          </div>
        </>
      )}
      {isRefused ? (
        <IconButton label={`${t('staffPublish.remove')}: ${name}`} onClick={() => acts.remove(item)}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      ) : (
        <RowMenu item={item} acts={acts} />
      )}
      {fault !== undefined && (
        <p className="publish-fault danger-text" role="alert">
          {t('staffPublish.rowRefused', { reason: fault })}
        </p>
      )}
    </li>
  )
})
