import type { PublishedFile } from '@portico/contract/staff/published'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PortalMark } from '../../staff/parts/portal-mark.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { fileKind } from '../../ui/files/file-kind.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { usePublishedWords } from './use-published-words.ts'

/** The name of a row in the address, and its key in the table. */
export const keyOf = ({ kind, id }: PublishedFile) => `${kind}-${id}`

/** The columns of the published files. */
export const usePublishedColumns = (hasPortals: boolean, open: string | undefined): Column<PublishedFile>[] => {
  const { t } = useText()
  const { euro, numericDay, shortDay } = useStaffFormat()
  const { nameOf, kindOf, openedBy } = usePublishedWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: words and formats change with the language, as `t` does
  return useMemo(() => {
    const stateOf = ({ withdrawnOn, replacedOn }: PublishedFile) => {
      if (withdrawnOn) return t('staffPublished.withdrawn')
      return replacedOn ? t('staffPublished.replacedOn', { day: shortDay(replacedOn) }) : null
    }
    return [
      {
        id: 'file',
        header: t('staffPublished.column.file'),
        card: 'title',
        className: 'cell-title',
        cell: row => (
          <span className="published-file">
            <FileIcon kind={fileKind(row.file.name)} />
            <span className="published-names">
              <Link
                className="row-link"
                to="."
                search={now => ({ ...now, open: open === keyOf(row) ? undefined : keyOf(row) })}
                replace
                resetScroll={false}
                preload={false}
                aria-expanded={open === keyOf(row)}
              >
                {nameOf(row)}
              </Link>
              <span className="published-sub">
                {[kindOf(row), row.file.name !== row.title && row.file.name, stateOf(row)].filter(Boolean).join(', ')}
              </span>
            </span>
          </span>
        ),
      },
      {
        id: 'customer',
        header: t('staffPublished.column.customer'),
        card: 'meta',
        cell: ({ contact, portal, arrivedFrom }) => (
          <span className="published-customer">
            {hasPortals && <PortalMark portal={portal} />}
            <span title={contact?.companyName}>
              {contact?.companyName ?? t('staffPublished.everybody')}
              {arrivedFrom && (
                <span className="published-sub">
                  {t('staffPublished.fromCustomer', { name: arrivedFrom.referentName })}
                </span>
              )}
            </span>
          </span>
        ),
      },
      {
        id: 'total',
        header: t('staffPublished.column.total'),
        className: 'num cell-end',
        prio: 4,
        card: 'end',
        isEmpty: ({ total }) => total === null,
        cell: ({ total }) => (total === null ? '–' : euro(total)),
      },
      {
        id: 'published',
        header: t('staffPublished.column.published'),
        className: 'cell-date',
        prio: 3,
        card: 'when',
        cell: ({ publishedOn }) => numericDay(publishedOn),
      },
      {
        id: 'opened',
        header: t('staffPublished.column.opened'),
        card: 'meta',
        cardLabel: t('staffPublished.column.opened'),
        cell: row =>
          row.arrivedFrom && row.openedBy === 0 ? (
            '–'
          ) : (
            <span className={row.lastOpened ? undefined : 'published-unopened'}>
              {openedBy(row) ?? t('staffPublished.notYet')}
            </span>
          ),
      },
    ]
  }, [t, hasPortals, open])
}
