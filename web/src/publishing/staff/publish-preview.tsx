import type { PublishItem, PublishPreview } from '@portico/contract/staff/publishing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Eye, X } from 'lucide-react'
import { useFailureText } from '../../api/failures.ts'
import { DocumentView } from '../../list/document-view.tsx'
import { euro } from '../../text/format.ts'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { publishList, publishPreview } from './data.ts'
import { numericDay } from './publish-row.tsx'
import { isSummed, nameOfRow } from './row-words.ts'

type Row = PublishPreview['rows'][number]

const MiniRow = ({ row, isNew }: { row: Row; isNew: boolean }) => {
  const locale = localeOf(useLanguage())
  return (
    <div className="mini-portal-row" aria-current={isNew ? 'true' : undefined}>
      <span>{row.name}</span>
      <span>{row.date && numericDay(row.date)}</span>
      <span className="num">{row.total !== null && euro(row.total, { locale })}</span>
    </div>
  )
}

/** The customer's list with the new row, in the colours of the portal. */
const MiniPortal = ({ item, preview }: { item: PublishItem; preview: PublishPreview }) => {
  const { t } = useText()
  const { kind, number, title, fileName, date, total } = item
  const { portal, rows } = preview
  if (!portal || !kind) return null
  const isNumbered = kind === 'invoice' || kind === 'creditNote' || kind === 'estimate'
  const name = kind === 'publicFile' ? fileName : isNumbered ? number : title
  return (
    <div className="mini-portal portal-theme" style={{ '--portal-base': portal.baseColor }}>
      <div className="mini-portal-bar">
        <span>{portal.name}</span>
        <span>{t(`staffPublish.list.${kind}`)}</span>
      </div>
      <div className="mini-portal-body">
        <MiniRow row={{ name: name ?? '–', date, total: isSummed(item) ? total : null }} isNew />
        {rows.slice(0, 2).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike and never move
          <MiniRow key={at} row={row} isNew={false} />
        ))}
      </div>
    </div>
  )
}

const useReaders = ({ readers, readerCount }: PublishPreview) => {
  const { t } = useText()
  const language = useLanguage()
  const shown = readers.slice(0, 3)
  const more = readerCount - shown.length
  const names = new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(shown)
  return more > 0 ? t('staffPublish.preview.readersMore', { names: shown.join(', '), count: more }) : names
}

const Readers = ({ preview }: { preview: PublishPreview }) => <span className="quiet">{useReaders(preview)}</span>

const ReadFacts = ({ item: { read, electronic } }: { item: PublishItem }) => {
  const { t } = useText()
  if (!read || !electronic) return null
  const party = ({ name, vatNumber, fiscalCode }: typeof read.client) =>
    [name, vatNumber ?? fiscalCode].filter(Boolean).join(', ')
  return (
    <dl className="details">
      <div>
        <dt>{t('staffPublish.preview.read')}</dt>
        <dd>{t('staffPublish.preview.electronic', { type: read.documentType })}</dd>
      </div>
      <div>
        <dt>{t('staffPublish.preview.client')}</dt>
        <dd>{party(read.client)}</dd>
      </div>
      <div>
        <dt>{t('staffPublish.preview.supplier')}</dt>
        <dd>{party(read.supplier)}</dd>
      </div>
      {read.dueOn && (
        <div>
          <dt>{t('staffPublish.preview.due')}</dt>
          <dd>{numericDay(read.dueOn)}</dd>
        </div>
      )}
      {read.iban && (
        <div>
          <dt>{t('staffPublish.preview.iban')}</dt>
          <dd className="num">{read.iban}</dd>
        </div>
      )}
    </dl>
  )
}

type ShownProps = { item: PublishItem }

const Shown = ({ item }: ShownProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const query = useQuery({ ...publishPreview(item), enabled: item.state === 'open' })
  const { data } = query
  const isSeen = item.kind === 'publicFile' || item.kind === 'documentToSign' || item.customer === null
  return (
    <section className="preview-body" aria-label={t('staffPublish.preview.of', { name: nameOfRow(item, t) })}>
      {query.isError && (
        <RetryPanel
          title={t('staffPublish.preview.failed')}
          retry={t('words.retry')}
          onRetry={() => query.refetch()}
          busy={query.isFetching}
        >
          {failureText(query.error)}
        </RetryPanel>
      )}
      {data && data.readerCount === 0 && !isSeen && (
        <Alert tone="warning" title={t('staffPublish.preview.nobody')}>
          {t('staffPublish.preview.nobodyText', { customer: item.customer?.companyName })}
        </Alert>
      )}
      {data && <MiniPortal item={item} preview={data} />}
      {item.url ? (
        <div className="publish-paper">
          <DocumentView
            key={item.id}
            url={item.url}
            onExpired={() => client.invalidateQueries({ queryKey: publishList.queryKey })}
          />
        </div>
      ) : (
        <p className="quiet">{t('staffPublish.preview.noFile')}</p>
      )}
      <ReadFacts item={item} />
    </section>
  )
}

const PreviewReaders = ({ item }: ShownProps) => {
  const { data } = useQuery({ ...publishPreview(item), enabled: item.state === 'open' })
  return data && data.readerCount > 0 ? <Readers preview={data} /> : null
}

type PublishPreviewProps = {
  item: PublishItem | undefined
  /** On a narrow screen the preview covers the list. */
  isOpen: boolean
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

/** The chosen row as the customer will see it: in the list, and the document itself. */
export const PreviewPanel = ({ item, isOpen, onMove, onClose }: PublishPreviewProps) => {
  const { t } = useText()
  return (
    <aside className="publish-preview" aria-label={t('staffPublish.preview.title')} data-open={isOpen ? '' : undefined}>
      {item ? (
        <>
          <div className="preview-head">
            <h2>{t('staffPublish.preview.title')}</h2>
            <PreviewReaders item={item} />
            <span className="preview-tools">
              <IconButton label={t('staffPublish.preview.previous')} onClick={() => onMove(-1)}>
                <ChevronUp className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton label={t('staffPublish.preview.next')} onClick={() => onMove(1)}>
                <ChevronDown className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton label={t('staffPublish.preview.close')} className="preview-close" onClick={onClose}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </span>
          </div>
          <Shown key={item.id} item={item} />
        </>
      ) : (
        <EmptyState icon={<Eye className="icon" />} title={t('staffPublish.preview.title')}>
          {t('staffPublish.preview.none')}
        </EmptyState>
      )}
    </aside>
  )
}
