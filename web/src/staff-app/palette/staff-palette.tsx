import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Box, ReceiptText } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { PortalMark } from '../../staff/parts/portal-mark.tsx'
import { ticketStatus } from '../../staff/parts/ticket-status.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Highlighted } from '../../ui/palette/highlighted.tsx'
import { Palette, type PaletteOptionProps } from '../../ui/palette/palette.tsx'
import { useDebounced } from '../../ui/palette/use-debounced.ts'
import { findCommands, useCommands } from './commands.ts'
import { staffSearch } from './data.ts'
import {
  addressOfEntry,
  type FoundByKind,
  type FoundKind,
  foundEntries,
  foundKinds,
  nextScope,
  type PaletteEntry,
} from './palette-entries.ts'
import './staff-palette.css'

const debounce = 150

type FoundEntry = Extract<PaletteEntry, { kind: FoundKind }>

const Lead = ({ entry }: { entry: FoundEntry }) => {
  if (entry.kind === 'customers' || entry.kind === 'tickets') return <PortalMark portal={entry.found.portal} />
  if (entry.kind === 'people') return <Avatar name={entry.found.label} size="sm" />
  const Icon = { invoices: ReceiptText, assets: Box }[entry.kind]
  return <Icon className="icon" aria-hidden="true" />
}

/** What stands at the end of a line: the step and the assignee of a ticket, the portal of anything else. */
const End = ({ entry }: { entry: FoundEntry }) => {
  const { t } = useText()
  if (entry.kind !== 'tickets') return <span className="end">{entry.found.portal.name}</span>
  const { step, assignee } = entry.found
  return (
    <span className="end palette-ticket">
      <Status kind={ticketStatus(entry.found)}>
        <span className="ellipsis">{step.name}</span>
      </Status>
      <span className="ellipsis">{assignee ?? t('staffQueue.unassigned')}</span>
    </span>
  )
}

type OptionProps = { entry: PaletteEntry; q: string; option: PaletteOptionProps; onGo: () => void }

/** One line of the palette; with an address it is a link, so that a new tab opens as anywhere else. */
const Option = ({ entry, q, option, onGo }: OptionProps) => {
  if (entry.kind !== 'command')
    return (
      <a
        {...option}
        className={entry.kind === 'tickets' ? 'option option--ticket' : 'option'}
        href={addressOfEntry(entry)}
        tabIndex={-1}
        onClick={event => {
          // A new tab or window the browser opens by itself.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onGo()
        }}
      >
        <Lead entry={entry} />
        <span className="option-text">
          <Highlighted text={entry.found.label} searched={q} />
          {entry.found.sublabel && (
            <small>
              <Highlighted text={entry.found.sublabel} searched={q} />
            </small>
          )}
        </span>
        <End entry={entry} />
      </a>
    )
  const { text, icon: Icon, keys = [] } = entry.command
  return (
    <div {...option} className="option">
      <Icon className="icon" aria-hidden="true" />
      <span className="option-text">
        <Highlighted text={text} searched={q} />
      </span>
      <span className="end" aria-hidden="true">
        {keys.map(key => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </div>
  )
}

type ScopesProps = { found: FoundByKind; scope: FoundKind | 'all'; onScope: (scope: FoundKind | 'all') => void }

const Scopes = ({ found, scope, onScope }: ScopesProps) => {
  const { t } = useText()
  const counts = foundKinds.map(kind => [kind, found[kind]?.length ?? 0] as const).filter(([, count]) => count > 0)
  if (counts.length < 2) return null
  return (
    <fieldset className="command-scope">
      <legend className="sr-only">{t('staffPalette.scopes')}</legend>
      {[['all', undefined] as const, ...counts].map(([kind, count]) => (
        <button key={kind} type="button" className="scope" aria-pressed={kind === scope} onClick={() => onScope(kind)}>
          {t(`staffPalette.kind.${kind}`)}
          {count !== undefined && <span className="num">{count}</span>}
        </button>
      ))}
    </fieldset>
  )
}

type StaffPaletteProps = { typedEarly: RefObject<string>; onClose: () => void; onShowKeys: () => void }

/** Search over tickets, customers, people, invoices and assets, and every command. Ctrl K, arrows and Enter do. */
export const StaffPalette = ({ typedEarly, onClose, onShowKeys }: StaffPaletteProps) => {
  const { t } = useText()
  const router = useRouter()
  const failureText = useFailureText()
  const [typed, setTyped] = useState('')
  const [chosenScope, setScope] = useState<FoundKind | 'all'>('all')
  const q = typed.trim().slice(0, 200)
  const requested = useDebounced(q, debounce)
  const search = useQuery(staffSearch(requested))
  const found: FoundByKind = q === '' ? {} : (search.data ?? {})
  const scope = chosenScope !== 'all' && found[chosenScope]?.length ? chosenScope : 'all'
  const commands = findCommands(useCommands(onShowKeys), q)
  const waiting = search.isFetching || requested !== q

  const go = (entry: PaletteEntry, inNewTab: boolean) => {
    const address = addressOfEntry(entry)
    if (inNewTab && address) return void window.open(address, '_blank', 'noopener')
    onClose()
    if (entry.kind === 'command') entry.command.run()
    else if (address) void router.navigate({ href: address })
  }
  const changeScope = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !foundKinds.some(kind => found[kind]?.length)) return false
    event.preventDefault()
    setScope(nextScope(scope, found, event.shiftKey ? -1 : 1))
    return true
  }
  const shownKinds = foundKinds.filter(kind => scope === 'all' || kind === scope)
  const count = shownKinds.reduce((sum, kind) => sum + (found[kind]?.length ?? 0), 0)
  const none = !search.isError && !waiting && q !== '' && count === 0

  return (
    <Palette<PaletteEntry>
      className="command command--wide"
      labels={{
        name: t('staffPalette.name'),
        placeholder: t('staffPalette.placeholder'),
        close: t('words.close'),
        move: t('staffPalette.move'),
        open: t('staffPalette.open'),
        newTab: t('staffPalette.newTab'),
        searching: t('staffPalette.searching'),
      }}
      typed={typed}
      onType={setTyped}
      typedEarly={typedEarly}
      groups={[
        ...shownKinds.map(kind => ({
          key: kind,
          title: t(`staffPalette.kind.${kind}`),
          entries: foundEntries(kind, found),
        })),
        {
          key: 'command',
          title: t('staffPalette.commands'),
          entries:
            scope === 'all'
              ? commands.map(command => ({ kind: 'command' as const, key: `command-${command.key}`, command }))
              : [],
        },
      ]}
      isOpen={() => true}
      drawOption={(entry, option) => (
        <Option key={entry.key} entry={entry} q={q} option={option} onGo={() => go(entry, false)} />
      )}
      waiting={waiting}
      failed={search.isError}
      onGo={go}
      onKey={changeScope}
      onClose={onClose}
      scopes={<Scopes found={found} scope={scope} onScope={setScope} />}
      hints={
        <span aria-hidden="true">
          <kbd>Tab</kbd>
          {t('staffPalette.changeScope')}
        </span>
      }
      count={count > 0 ? t('staffPalette.results', { count }) : ''}
      notes={
        search.isError ? (
          <div className="command-note" role="alert">
            <span>{failureText(search.error)}</span>
            <button type="button" className="link-button" onClick={() => search.refetch()}>
              {t('words.retry')}
            </button>
          </div>
        ) : (
          none && <p className="command-note">{t('staffPalette.none')}</p>
        )
      }
    />
  )
}
