import { type Signature, type SignatureState, signatureStates } from '@portico/contract/staff/signatures'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CircleDot, PenLine, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PortalMark } from '../../staff/parts/portal-mark.tsx'
import { PublishList } from '../../staff/parts/publish/publish-list.tsx'
import { PublishNav } from '../../staff/parts/publish/publish-nav.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { SplitView } from '../../ui/overlay/side-panel.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { signatures } from './data.ts'
import { SendDialog } from './send-dialog.tsx'
import { SignaturePanel } from './signature-panel.tsx'
import type { SignaturesSearch } from './signatures-search.ts'
import { useSignatureWords } from './use-signature-words.ts'

const looks = {
  unsigned: 'unsigned',
  signed: 'signed',
  declined: 'cancelled',
  expired: 'expired',
  withdrawn: 'cancelled',
} as const

const keyOf = ({ id }: Signature) => id

const useColumns = (hasPortals: boolean, open: number | undefined): Column<Signature>[] => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  const { signerOf, stageOf } = useSignatureWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: words and formats change with the language, as `t` does
  return useMemo(
    () => [
      {
        id: 'document',
        header: t('staffSignatures.column.document'),
        card: 'title',
        className: 'cell-title',
        cell: row => (
          <Link
            className="row-link"
            to="."
            search={now => ({ ...now, open: open === row.id ? undefined : row.id })}
            replace
            resetScroll={false}
            preload={false}
            aria-expanded={open === row.id}
          >
            {row.documentName}
          </Link>
        ),
      },
      {
        id: 'signer',
        header: t('staffSignatures.column.signer'),
        card: 'meta',
        cell: row => (
          <span className="published-customer">
            {hasPortals && <PortalMark portal={row.portal} />}
            <span>
              {signerOf(row)}
              <span className="published-sub">{row.contact.companyName}</span>
            </span>
          </span>
        ),
      },
      {
        id: 'sent',
        header: t('staffSignatures.column.sent'),
        className: 'cell-date',
        prio: 3,
        card: 'when',
        cell: ({ sentOn }) => numericDay(sentOn),
      },
      {
        id: 'state',
        header: t('staffSignatures.column.state'),
        card: 'meta',
        cell: row => <Status kind={looks[row.status]}>{stageOf(row)}</Status>,
      },
    ],
    [t, hasPortals, open],
  )
}

/** The documents that customers are to sign: sent from here, and followed. */
export const SignaturesScreen = () => {
  const { t } = useText()
  const { portals } = useMe()
  const search = useSearch({ from: '/signed-in/publish/signatures' })
  const navigate = useNavigate({ from: '/publish/signatures' })
  const query = useInfiniteQuery(signatures(search))
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const total = data?.pages[0]?.total
  const columns = useColumns(portals.length > 1, search.open)
  const [isSending, setSending] = useState(false)
  useStaffScreen('staff-signatures', t('staffSignatures.title'))

  const set = (change: { [Name in keyof SignaturesSearch]?: SignaturesSearch[Name] | undefined }) => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ search: Object.fromEntries(kept), replace: true, resetScroll: false })
  }
  const narrow = (change: Parameters<typeof set>[0]) => set({ open: undefined, ...change })
  const isFiltered = [search.q, search.state, search.portal, search.contact].some(value => value !== undefined)
  return (
    <main className="staff-main published" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffSignatures.title')}</h1>
        {total !== undefined && <span className="page-count">{total}</span>}
        <div className="staff-head-end">
          <Button tone="primary" onClick={() => setSending(true)}>
            <Send className="icon" aria-hidden="true" />
            {t('staffSignatures.send')}
          </Button>
        </div>
      </header>
      <PublishNav />
      <SplitView
        resizeLabel={t('staffSignatures.panel.resize')}
        panel={
          search.open !== undefined && (
            <SignaturePanel key={search.open} id={search.open} onClose={() => set({ open: undefined })} />
          )
        }
      >
        <div className="filter-bar">
          <SearchInput
            label={t('staffSignatures.search')}
            value={search.q ?? ''}
            onSearch={q => narrow({ q: q || undefined })}
          />
          <Select<SignatureState>
            look="filter"
            nullable
            label={t('staffSignatures.filter.state')}
            placeholder={t('staffSignatures.filter.state')}
            icon={<CircleDot className="icon" aria-hidden="true" />}
            options={signatureStates.map(state => ({ value: state, text: t(`staffSignatures.states.${state}`) }))}
            value={search.state ?? null}
            onChange={state => narrow({ state: state ?? undefined })}
            clearLabel={t('staffSignatures.filter.remove', { name: t('staffSignatures.filter.state') })}
          />
        </div>
        <PublishList
          query={query}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          selected={search.open}
          isFiltered={isFiltered}
          onClear={() => void navigate({ search: {}, replace: true })}
          empty={{
            icon: <PenLine className="icon" />,
            title: t('staffSignatures.empty.title'),
            text: t('staffSignatures.empty.text'),
          }}
          texts={{
            caption: t('staffSignatures.title'),
            failed: t('staffSignatures.failed'),
            noneFound: {
              title: t('staffSignatures.empty.filtered'),
              text: t('staffSignatures.empty.filteredText'),
              clear: t('staffSignatures.filter.clearAll'),
            },
          }}
        />
      </SplitView>
      {isSending && <SendDialog onClose={() => setSending(false)} />}
    </main>
  )
}
