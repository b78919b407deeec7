import type { ImportRow, ImportRun } from '@portico/contract/staff/imports'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { type PlainColumn, PlainTable } from '../../staff/parts/plain-table.tsx'
import { localized } from '../../text/localized.tsx'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { importRows, mendCells, reportAddress, wordsOf } from './data.ts'

/** Everything that is wrong with a row. */
const faultsOf = ({ column, message, more }: ImportRow) => [{ column, message }, ...more]

/** Names a cell. */
const cellKey = (line: number, column: number) => `${line} ${column}`

/** The id of the words that say what is wrong with a cell. */
const faultId = (line: number, column: number) => `import-why-${line}-${column}`

type CellProps = {
  row: ImportRow
  at: number
  label: string
  onMend: (value: string) => Promise<unknown>
}

/** A cell that can be mended; it is stored when it is left. */
const EditCell = ({ row, at, label, onMend }: CellProps) => {
  const isWrong = faultsOf(row).some(({ column }) => column === at)
  const first = row.cells?.[at] ?? ''
  const [value, setValue] = useState(first)
  const stored = useRef(first)
  const leave = () => {
    const before = stored.current
    if (value === before) return
    stored.current = value
    // What was not stored is sent again when the cell is left once more.
    onMend(value).catch(() => {
      if (stored.current === value) stored.current = before
    })
  }
  return (
    <input
      className="edit-cell"
      aria-label={label}
      aria-invalid={isWrong && value === first ? true : undefined}
      aria-describedby={isWrong ? faultId(row.line, at) : undefined}
      value={value}
      onChange={event => setValue(event.target.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) leave()
        if (event.key === 'Escape') setValue(stored.current)
      }}
    />
  )
}

/** `F8` goes to the next wrong cell. */
const nextWrong = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'F8') return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.edit-cell')]
  const at = cells.indexOf(document.activeElement as HTMLInputElement)
  const wrong = [...cells.slice(at + 1), ...cells.slice(0, at + 1)].find(cell => cell.ariaInvalid === 'true')
  wrong?.focus()
  wrong?.select()
}

/** The rows that the last check refused or skipped, with the message at the cell; they are mended in place. */
export const RefusedRows = ({ run }: { run: ImportRun }) => {
  const { t } = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const language = wordsOf(useLanguage())
  const query = useInfiniteQuery(importRows(run.id, run.finishedAt, language))
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  const mend = useMutation({
    ...mendCells(client, run.id),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const rows = query.data?.pages.flat()
  const hasCells = rows?.some(({ cells }) => cells !== null) ?? false
  const hasFiles = rows?.some(({ file }) => file !== null) ?? false

  const columns = useMemo((): PlainColumn<ImportRow>[] => {
    const cells = run.columns.flatMap(({ field }, at) => (field === null ? [] : [at]))
    const titleOf = (at: number) => run.columns[at]?.title || t('staffImport.columns.untitled', { number: at + 1 })
    return [
      {
        id: 'line',
        title: t('staffImport.check.line'),
        className: 'import-line',
        cell: ({ line }) => (
          <>
            <span className="import-line-word">{t('staffImport.check.line')} </span>
            {line}
          </>
        ),
      },
      ...(hasFiles ? [{ id: 'file', title: t('staffImport.check.file'), cell: ({ file }: ImportRow) => file }] : []),
      ...(hasCells ? cells : []).map(
        (at): PlainColumn<ImportRow> => ({
          id: `cell ${at}`,
          title: titleOf(at),
          cell: row =>
            row.cells && (
              <EditCell
                row={row}
                at={at}
                label={t('staffImport.check.cell', { line: row.line, column: titleOf(at) })}
                onMend={value => {
                  const key = cellKey(row.line, at)
                  setMended(now => new Set([...now, key]))
                  return mend.mutateAsync([{ line: row.line, column: at, value }]).catch(error => {
                    setMended(now => new Set([...now].filter(one => one !== key)))
                    throw error
                  })
                }}
              />
            ),
        }),
      ),
      {
        id: 'why',
        title: t('staffImport.check.why'),
        className: 'import-why',
        cell: row => {
          const isMended = [...mended].some(key => key.startsWith(`${row.line} `))
          const left = faultsOf(row).filter(({ column }) =>
            column === null ? !isMended : !mended.has(cellKey(row.line, column)),
          )
          return (
            <>
              {left.map(({ column, message }) => (
                <span
                  key={`${column} ${message}`}
                  id={column === null ? undefined : faultId(row.line, column)}
                  className={`import-fault ${row.code === 'same' ? 'quiet' : 'danger-text'}`}
                >
                  {row.more.length > 0 && column !== null && <b>{titleOf(column)}: </b>}
                  {message}
                </span>
              ))}
              {isMended && <span className="quiet">{t('staffImport.check.changed')}</span>}
            </>
          )
        },
      },
    ]
  }, [t, run.columns, hasCells, hasFiles, mended, mend.mutateAsync])

  if (query.error && !rows)
    return (
      <RetryPanel
        title={t('staffImport.check.failedRows')}
        retry={t('words.retry')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {failureText(query.error)}
      </RetryPanel>
    )
  const count = run.refused + run.skipped
  return (
    <section className="record-section" aria-labelledby="import-rows" onKeyDown={nextWrong}>
      <div className="section-head">
        <h2 id="import-rows">
          {t('staffImport.check.toMend')} {count > 0 && <span className="page-count">{count}</span>}
        </h2>
        {hasCells && <p>{t('staffImport.check.about')}</p>}
        {count > 0 && (
          <a className="link-button" href={reportAddress(run.id, language, 'refused')} download>
            <Download className="icon" aria-hidden="true" />
            {t('staffImport.check.download', { count })}
          </a>
        )}
      </div>
      {rows?.length === 0 ? (
        <p className="quiet">{t('staffImport.check.none')}</p>
      ) : (
        <PlainTable
          labelledBy="import-rows"
          className="mend-table"
          columns={columns}
          rows={rows}
          keyOf={({ line }) => `${run.finishedAt} ${line}`}
        />
      )}
      {query.hasNextPage && (
        <div className="button-row">
          <Button onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage}>
            {t('staffImport.check.more')}
          </Button>
        </div>
      )}
    </section>
  )
}
