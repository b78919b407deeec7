import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import type { CustomerFieldProps } from './customer-field.tsx'
import { RecordFilters } from './record-filters.tsx'
import { RecordHead, RecordList, type RecordListProps, useRecordRows } from './record-list.tsx'
import type { ChangeSearch, RecordSearch } from './record-search.ts'
import './records.css'

type RecordsScreenProps<Row, Sort extends string> = Omit<
  RecordListProps<Row, Sort>,
  'caption' | 'failed' | 'loadingLabel' | 'filtered' | 'order'
> & {
  search: RecordSearch & { sort?: Sort }
  /** Changes the address; undefined takes a filter away. */
  onSearch: ChangeSearch<RecordSearch & { sort?: Sort }>
  /** The order of an address without one; absent: the list has one alone. */
  firstSort?: Sort
  isFiltered: boolean
  onClear: () => void
  customerName: string | undefined
  find: CustomerFieldProps['find']
  texts: {
    title: string
    search: string
    loading: string
    failed: string
    count: (total: number) => string
    noneFound: { title: string; text: string }
  }
  /** What is done there, in the head. */
  acts?: ReactNode
  /** Filters that only this list has. */
  filters?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** The list of the records of all customers: head, filters, table. */
export const RecordsScreen = <Row, Sort extends string = never>({
  search,
  onSearch,
  firstSort,
  isFiltered,
  onClear,
  customerName,
  find,
  texts,
  acts,
  filters,
  children,
  ...list
}: RecordsScreenProps<Row, Sort>) => {
  const { t } = useText()
  const { total } = useRecordRows<Row>(list.list)
  return (
    <main className="staff-main records" id="main" tabIndex={-1}>
      <RecordHead title={texts.title} total={total}>
        {acts}
      </RecordHead>
      <RecordFilters
        search={search}
        onSearch={onSearch}
        label={texts.search}
        customerName={customerName}
        find={find}
        count={total === undefined ? undefined : texts.count(total)}
      >
        {filters}
      </RecordFilters>
      <RecordList
        {...list}
        caption={texts.title}
        loadingLabel={texts.loading}
        failed={texts.failed}
        filtered={isFiltered ? { ...texts.noneFound, clear: t('staffRecords.clearFilters'), onClear } : undefined}
        {...(firstSort && {
          order: {
            sort: search.sort,
            first: firstSort,
            onSort: (sort: Sort | undefined) => onSearch({ sort } as Parameters<typeof onSearch>[0]),
          },
        })}
      />
      {children}
    </main>
  )
}
