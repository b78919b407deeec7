import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, ChevronUp, CircleCheck, Ellipsis, Hash, Link2, PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../../ui/overlay/menu.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import type { OpenTicket } from '../../data.ts'
import { isClosed } from '../is-closed.ts'
import { useMoment } from '../use-moment.ts'
import { Conflicts } from './conflicts.tsx'
import { PropertiesRow } from './properties-row.tsx'
import { useChange } from './use-change.ts'

type DeskHeadProps = {
  ticket: OpenTicket
  isFull: boolean
  /** The tickets before and after, and how to go there. */
  neighbours: { previous: number | undefined; next: number | undefined; open: (id: number | undefined) => void }
  closing: { close: () => void; isPending: boolean }
  /** More entries of the menu. */
  actions: readonly MenuEntry[]
  /** Who else is here. */
  children?: ReactNode
}

const copy = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: localized(t => t('staffTicket.menu.copied', { text })) })
  } catch {
    toast({ tone: 'danger', title: localized(t => t('staffTicket.menu.notCopied')), text })
  }
}

/** The head of a ticket: its title, what is done with it as a whole, and its properties. */
export const DeskHead = ({ ticket, isFull, neighbours, closing, actions, children }: DeskHeadProps) => {
  const { t } = useText()
  const { moment } = useMoment()
  const change = useChange(ticket)
  const { id, title, ticketNumber, raiser, contact, createdOn } = ticket
  const number = `#${ticketNumber}`
  const Heading = isFull ? 'h1' : 'h2'
  const mayClose = !isClosed(ticket)
  const more: MenuEntry[] = [
    ...actions,
    {
      id: 'number',
      icon: <Hash className="icon" aria-hidden="true" />,
      text: t('staffTicket.menu.copyNumber'),
      onSelect: () => void copy(number),
    },
    {
      id: 'link',
      icon: <Link2 className="icon" aria-hidden="true" />,
      text: t('staffTicket.menu.copyLink'),
      onSelect: () => void copy(`${location.origin}/staff/tickets/${id}`),
    },
  ]
  const close: MenuEntry = {
    id: 'close',
    icon: <CircleCheck className="icon" aria-hidden="true" />,
    text: t('staffTicket.menu.close'),
    onSelect: closing.close,
  }
  const step = (to: number | undefined, label: string, keys: string, icon: ReactNode) => (
    <IconButton
      label={label}
      aria-keyshortcuts={keys}
      className="desk-step"
      disabled={to === undefined}
      onClick={() => neighbours.open(to)}
    >
      {icon}
    </IconButton>
  )
  return (
    <div className="desk-head">
      <div className="desk-title">
        <Link
          to="/tickets"
          search={true}
          className="icon-button desk-back"
          aria-label={t('staffTicket.back')}
          title={t('staffTicket.back')}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <Heading title={title}>{title}</Heading>
        <span className="num">
          {number}
          <span className="desk-opened">
            {', '}
            {t('staffTicket.opened', { name: raiser?.referentName ?? contact.companyName, when: moment(createdOn) })}
          </span>
        </span>
        {step(neighbours.previous, t('staffTicket.previous'), 'K', <ChevronUp className="icon" aria-hidden="true" />)}
        {step(neighbours.next, t('staffTicket.next'), 'J', <ChevronDown className="icon" aria-hidden="true" />)}
        <Menu
          label={t('staffTicket.menu.label')}
          groups={[{ id: 'actions', entries: mayClose && !isFull ? [close, ...more] : more }]}
          trigger={props => (
            <button
              type="button"
              {...props}
              className="icon-button"
              aria-label={t('staffTicket.menu.label')}
              title={t('staffTicket.menu.label')}
            >
              <Ellipsis className="icon" aria-hidden="true" />
            </button>
          )}
        />
        <Link
          to={isFull ? '/tickets/$ticketid' : '/tickets/$ticketid/full'}
          params={{ ticketid: id }}
          search={true}
          className="icon-button desk-width"
          aria-label={t(isFull ? 'staffTicket.beside' : 'staffTicket.full')}
          title={t(isFull ? 'staffTicket.beside' : 'staffTicket.full')}
        >
          <PanelRight className="icon" aria-hidden="true" />
        </Link>
        {mayClose && (
          <Button size="sm" className="desk-close" busy={closing.isPending} onClick={closing.close}>
            <CircleCheck className="icon" aria-hidden="true" />
            {t('staffTicket.close')}
          </Button>
        )}
      </div>
      <PropertiesRow ticket={ticket} change={change}>
        {children}
      </PropertiesRow>
      <Conflicts {...change} />
    </div>
  )
}
