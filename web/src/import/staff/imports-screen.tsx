import { type ImportRun, importKinds } from '@portico/contract/staff/imports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Download, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { type PlainColumn, PlainTable } from '../../staff/parts/plain-table.tsx'
import { PortalMark } from '../../staff/parts/portal-mark.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { localized } from '../../text/localized.tsx'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { importRuns, isRunning, removeRun, reportAddress, wordsOf } from './data.ts'
import { NewImport } from './new-import.tsx'
import { StateWord } from './state-word.tsx'
import '../../staff/parts/record.css'
import './import.css'

type Listed = Pick<
  ImportRun,
  'id' | 'kind' | 'state' | 'portal' | 'author' | 'createdAt' | 'fileName' | 'rows' | 'done' | 'refused' | 'skipped'
>

/** The imports of the last days, and the file of a new one. */
export const ImportsScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const failureText = useFailureText()
  const format = useStaffFormat()
  const language = wordsOf(useLanguage())
  const search = useSearch({ from: '/signed-in/customers/import' })
  const kind = importKinds.find(one => one === search.kind)
  const runs = useQuery(importRuns)
  const [removed, setRemoved] = useState<Listed>()
  const removal = useMutation({
    ...removeRun(client),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const title = kind ? t(`staffImport.titles.${kind}`) : t('staffImport.title')
  useStaffScreen('staff-imports', title)

  const columns = useMemo(
    (): PlainColumn<Listed>[] => [
      {
        id: 'file',
        title: t('staffImport.list.file'),
        cell: ({ id, fileName, kind, portal }) => (
          <>
            <Link to="/customers/import/$importid" params={{ importid: id }} className="import-name">
              {fileName}
            </Link>
            <span className="cell-line">
              {t(`staffImport.kinds.${kind}`)}
              {portal && me.portals.length > 1 && (
                <>
                  {' '}
                  <PortalMark portal={portal} />
                </>
              )}
            </span>
          </>
        ),
      },
      {
        id: 'state',
        title: t('staffImport.list.state'),
        cell: run => (
          <span>
            <StateWord run={run} />
            {isRunning(run) && (
              <span className="cell-line">
                {t('staffImport.progress', { done: format.number(run.done), all: format.number(run.rows) })}
              </span>
            )}
            {!isRunning(run) && run.refused > 0 && (
              <span className="cell-line">{t('staffImport.run.left', { count: run.refused })}</span>
            )}
          </span>
        ),
      },
      {
        id: 'author',
        title: t('staffImport.list.author'),
        cell: ({ author, createdAt }) => (
          <span>
            {t('staffImport.list.by', {
              name: author,
              day: format.shortDay(createdAt),
              time: format.clock(createdAt),
            })}
          </span>
        ),
      },
      {
        id: 'act',
        title: t('staffImport.list.act'),
        kind: 'act',
        cell: run => (
          <span className="import-acts">
            {(run.state === 'done' || run.state === 'cancelled' || run.state === 'failed') && (
              <a
                className="icon-button"
                href={reportAddress(run.id, language)}
                download
                aria-label={`${t('staffImport.run.report')}: ${run.fileName}`}
                title={t('staffImport.run.report')}
              >
                <Download className="icon" aria-hidden="true" />
              </a>
            )}
            {!isRunning(run) && (
              <IconButton
                label={t('staffImport.list.removeOf', { name: run.fileName })}
                onClick={() => setRemoved(run)}
              >
                <Trash2 className="icon" aria-hidden="true" />
              </IconButton>
            )}
          </span>
        ),
      },
    ],
    [t, format, language, me.portals.length],
  )

  return (
    <main className="staff-main import-page" id="main" tabIndex={-1}>
      <header className="staff-head">
        <Link to="/customers" className="icon-button" aria-label={t('staffImport.back')} title={t('staffImport.back')}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{title}</h1>
      </header>
      <div className="staff-scroll">
        <NewImport
          kind={kind}
          onBegun={({ id }) => void navigate({ to: '/customers/import/$importid', params: { importid: id } })}
        />
        <section className="record-section" aria-labelledby="import-list">
          <div className="section-head">
            <h2 id="import-list">{t('staffImport.list.title')}</h2>
          </div>
          {runs.error && !runs.data ? (
            <RetryPanel
              title={t('staffImport.list.failed')}
              retry={t('words.retry')}
              busy={runs.isFetching}
              onRetry={() => void runs.refetch()}
            >
              {failureText(runs.error)}
            </RetryPanel>
          ) : runs.data?.length === 0 ? (
            <p className="quiet">{t('staffImport.list.empty')}</p>
          ) : (
            <PlainTable labelledBy="import-list" columns={columns} rows={runs.data} keyOf={({ id }) => id} />
          )}
        </section>
      </div>
      <ConfirmDialog
        open={removed !== undefined}
        title={t('staffImport.list.removeTitle')}
        confirm={t('staffImport.list.remove')}
        cancel={t('staffImport.list.removeNo')}
        danger
        onConfirm={() => {
          if (removed) removal.mutate(removed.id)
          setRemoved(undefined)
        }}
        onCancel={() => setRemoved(undefined)}
      >
        {t('staffImport.list.removeText')}
      </ConfirmDialog>
    </main>
  )
}
