import { type Flag, flags } from '@portico/contract/permissions'
import type { ImportRun, ValueChange } from '@portico/contract/staff/imports'
import { TriangleAlert } from 'lucide-react'
import { type PlainColumn, PlainTable } from '../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { useTypeName } from './counts-line.tsx'
import { useFieldName } from './use-field-name.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** A value as the staff read it. */
const useValueText = () => {
  const { t } = useText()
  const format = useStaffFormat()
  return ({ field }: ValueChange, value: string): string => {
    if (field === 'flags')
      return value
        .split(', ')
        .map(flag => (flags.includes(flag as Flag) ? t(`staffCustomers.flags.${flag as Flag}.name`) : flag))
        .join(', ')
    return INSTANT.test(value) ? format.shortDay(value) : value
  }
}

/** Which values of existing records an import would change: by count, and the first of them, old beside new. */
export const ValueChanges = ({ changes }: { changes: NonNullable<ImportRun['changes']> }) => {
  const { t } = useText()
  const format = useStaffFormat()
  const fieldName = useFieldName()
  const typeName = useTypeName()
  const valueText = useValueText()
  const { fields, first } = changes
  const sumOf = (part: 'count' | 'shorter') => fields.reduce((sum, field) => sum + field[part], 0)
  const [count, shorter] = [sumOf('count'), sumOf('shorter')]
  if (count === 0) return null

  const valueColumn = (id: 'before' | 'after'): PlainColumn<ValueChange> => ({
    id,
    title: t(`staffImport.changes.${id}`),
    className: 'import-value',
    cell: change => {
      const value = change[id]
      return value ? valueText(change, value) : <span className="quiet">{t('staffImport.columns.empty')}</span>
    },
  })
  const columns: PlainColumn<ValueChange>[] = [
    {
      id: 'record',
      title: t('staffImport.changes.record'),
      cell: ({ name, type, line }) => (
        <>
          {name}
          <span className="cell-line">
            {typeName(type, 1)}, {t('staffImport.changes.line', { line })}
          </span>
        </>
      ),
    },
    { id: 'field', title: t('staffImport.changes.field'), cell: ({ field }) => fieldName(field) },
    valueColumn('before'),
    valueColumn('after'),
    {
      id: 'shorter',
      title: t('staffImport.changes.mark'),
      isEmpty: ({ isShorter }) => !isShorter,
      cell: ({ isShorter }) =>
        isShorter && (
          <span className="state-word" data-tone="warning">
            <TriangleAlert className="icon" aria-hidden="true" />
            {t('staffImport.changes.shorter')}
          </span>
        ),
    },
  ]
  return (
    <section className="record-section" aria-labelledby="import-changes">
      <div className="section-head">
        <h2 id="import-changes">
          {t('staffImport.changes.title')} <span className="page-count">{format.number(count)}</span>
        </h2>
        <p>{fields.map(one => `${fieldName(one.field)} ${format.number(one.count)}`).join(' · ')}</p>
      </div>
      {shorter > 0 && <Alert tone="warning">{t('staffImport.changes.someShorter', { count: shorter })}</Alert>}
      <PlainTable
        labelledBy="import-changes"
        className="changes-table"
        columns={columns}
        rows={first}
        keyOf={({ line, type, name, field }) => `${line} ${type} ${name} ${field}`}
      />
      {count > first.length && (
        <p className="quiet">{t('staffImport.changes.first', { count: first.length, all: format.number(count) })}</p>
      )}
    </section>
  )
}
