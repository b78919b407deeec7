import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { ticketSearch } from '../../tickets/data.ts'
import { Palette } from '../../ui/palette/palette.tsx'
import { useDebounced } from '../../ui/palette/use-debounced.ts'
import { useOpenEntries } from '../menu/use-menu-entries.ts'
import { entryAddress, isOpen, type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { PaletteOption } from './palette-option.tsx'

const debounce = 200

/** Props of SearchPalette. `typedEarly` is what was typed before it was loaded, with a line break for Enter. */
type SearchPaletteProps = { typedEarly: RefObject<string>; onClose: () => void }

/** Search by number, title and conversation text, and the ways to lists and a new ticket. Ctrl K, arrows and Enter do. */
export const SearchPalette = ({ typedEarly, onClose }: SearchPaletteProps) => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  const router = useRouter()
  const failureText = useFailureText()
  const [typed, setTyped] = useState('')
  const q = typed.trim().slice(0, 200)
  const requested = useDebounced(q, debounce)
  const scope = contact.administrator ? 'all' : 'mine'
  const search = useQuery(ticketSearch(here, scope, requested))
  const found = search.data?.rows ?? []
  const entries = paletteEntries(contact, useOpenEntries(), found, q, section => t(`shell.menu.${section.key}`))
  const waiting = search.isFetching || requested !== q

  const goTo = (entry: PaletteEntry, inNewTab: boolean) => {
    const address = entryAddress(entry, here)
    if (inNewTab) window.open(router.buildLocation(address).href, '_blank', 'noopener')
    else {
      onClose()
      void router.navigate(address)
    }
  }
  const entriesOf = (kind: PaletteEntry['kind']) => entries.filter(entry => entry.kind === kind)
  const { total = 0 } = search.data ?? {}
  const count =
    requested === '' || total === 0
      ? ''
      : found.length < total
        ? t('ticket.palette.count', { shown: found.length, count: total })
        : t('ticket.palette.results', { count: total })

  return (
    <Palette
      labels={{
        name: t('shell.search'),
        placeholder: t('ticket.palette.placeholder'),
        close: t('words.close'),
        move: t('ticket.palette.move'),
        open: t('ticket.palette.open'),
        newTab: t('ticket.palette.newTab'),
        searching: t('ticket.palette.searching'),
      }}
      typed={typed}
      onType={setTyped}
      typedEarly={typedEarly}
      groups={[
        {
          key: 'ticket',
          title: requested === '' ? t('ticket.palette.recent') : t('ticket.palette.tickets'),
          entries: entriesOf('ticket'),
        },
        { key: 'section', title: t('ticket.palette.goTo'), entries: entriesOf('section') },
        { key: 'new', title: t('ticket.palette.do'), entries: entriesOf('new') },
      ]}
      isOpen={isOpen}
      drawOption={(entry, option) => (
        <PaletteOption key={entry.key} entry={entry} q={q} here={here} option={option} onDone={onClose} />
      )}
      waiting={waiting}
      failed={search.isError}
      onGo={goTo}
      onClose={onClose}
      count={count}
      notes={
        <>
          {search.isError && (
            <div className="command-note" role="alert">
              <span>
                {t('ticket.palette.failed')} {failureText(search.error)}
              </span>
              <button type="button" className="link-button" onClick={() => search.refetch()}>
                {t('words.retry')}
              </button>
            </div>
          )}
          {!search.isError && !waiting && requested !== '' && found.length === 0 && (
            <p className="command-note">{t('words.noItems')}</p>
          )}
          {!contact.manageTickets && found.length > 0 && <p className="command-note">{t('tickets.list.notOpened')}</p>}
        </>
      }
    />
  )
}
