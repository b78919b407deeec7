import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { Here } from '../../session/addresses.ts'
import { useText } from '../../text/use-text.ts'
import { statusKind, ticketNumber } from '../../tickets/rules.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { Highlighted } from '../../ui/palette/highlighted.tsx'
import type { PaletteOptionProps as OptionProps } from '../../ui/palette/palette.tsx'
import { entryAddress, isOpen, type PaletteEntry } from './palette-entries.ts'

const Content = ({ entry, q }: { entry: PaletteEntry; q: string }) => {
  const { t } = useText()
  if (entry.kind === 'ticket') {
    const { ticket } = entry
    return (
      <>
        <span className="num">
          <Highlighted text={ticketNumber(ticket)} searched={/^#?\d+$/.test(q) ? q : ''} />
        </span>
        <span className="option-text">
          <Highlighted text={ticket.title} searched={q} />
        </span>
        <span className="end">
          <Status kind={statusKind(ticket)}>{ticket.taskStatus.step.name}</Status>
        </span>
      </>
    )
  }
  if (entry.kind === 'new')
    return (
      <>
        <Plus className="icon" aria-hidden="true" />
        <span className="option-text">
          {entry.title ? t('ticket.palette.newTicketCalled', { text: entry.title }) : t('tickets.list.newTicket')}
        </span>
      </>
    )
  const { icon: Icon, key } = entry.section
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="option-text">{t(`shell.menu.${key}`)}</span>
      {entry.search && <span className="end">{t('ticket.palette.filteredBy', { text: q })}</span>}
    </>
  )
}

type PaletteOptionProps = {
  entry: PaletteEntry
  q: string
  here: Here
  option: OptionProps
  onDone: () => void
}

/** One line of the palette. It is a link, so that a new tab opens as anywhere else. */
export const PaletteOption = ({ entry, q, here, option, onDone }: PaletteOptionProps) => {
  if (!isOpen(entry))
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus, and this line cannot be chosen
      <div className="option" role="option" aria-selected={false} aria-disabled>
        <Content entry={entry} q={q} />
      </div>
    )
  return (
    <Link
      {...entryAddress(entry, here)}
      {...option}
      className="option"
      tabIndex={-1}
      preload={false}
      onClick={event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onDone()
      }}
    >
      <Content entry={entry} q={q} />
    </Link>
  )
}
