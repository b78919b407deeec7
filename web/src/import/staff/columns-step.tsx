import { flags } from '@portico/contract/permissions'
import type { ImportColumn, ImportRun } from '@portico/contract/staff/imports'
import { importFields, repeatedFields } from '@portico/contract/staff/imports'
import { CircleCheckBig, CircleX, TriangleAlert } from 'lucide-react'
import { type PlainColumn, PlainTable } from '../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { Select } from '../../ui/select/select.tsx'
import { type ChangeImport, FaultAlert } from './file-step.tsx'
import { isTable } from './import-steps.ts'
import { useFieldName } from './use-field-name.ts'

const NONE = '-'

type Row = ImportColumn & { at: number }

const Test = ({ column, rows }: { column: ImportColumn; rows: number }) => {
  const { t } = useText()
  const format = useStaffFormat()
  if (column.field === null) return <span className="quiet">–</span>
  if (column.refused > 0)
    return (
      <span className="state-word" data-tone="danger">
        <CircleX className="icon" aria-hidden="true" />
        {t('staffImport.columns.toMend', { count: column.refused })}
      </span>
    )
  const isGuess = column.by === 'values'
  const Mark = isGuess ? TriangleAlert : CircleCheckBig
  const words = isGuess
    ? t('staffImport.columns.guessed')
    : column.decimal
      ? t(column.decimal === ',' ? 'staffImport.columns.decimalComma' : 'staffImport.columns.decimalPoint')
      : t('staffImport.columns.filled', { filled: format.number(column.filled), all: format.number(rows) })
  return (
    <span className="state-word" data-tone={isGuess ? 'warning' : 'success'}>
      <Mark className="icon" aria-hidden="true" />
      {words}
    </span>
  )
}

type ColumnsStepProps = {
  run: ImportRun
  change: ChangeImport
  isBusy: boolean
  onBefore: () => void
  onNext: () => void
}

/** Which field each column fills, with its sample values. */
export const ColumnsStep = ({ run, change, isBusy, onBefore, onNext }: ColumnsStepProps) => {
  const { t } = useText()
  const format = useStaffFormat()
  const fieldName = useFieldName()
  const { kind, columns, needs, saved, key, keyChoices, rows } = run
  const fields: readonly string[] = isTable(kind) ? importFields[kind] : []
  const found = columns.filter(({ field }) => field !== null).length
  const match = (at: number, field: string | null) =>
    change.mutate({
      // A field that takes one column is filled once: the column that had it before gives it up.
      columns: columns.map((column, n) => {
        if (n === at) return field
        return field !== null && !repeatedFields.includes(field) && column.field === field ? null : column.field
      }),
    })

  const tableColumns: PlainColumn<Row>[] = [
    {
      id: 'title',
      title: t('staffImport.columns.inFile'),
      cell: ({ title, at }) => (
        <span className="mono">{title || t('staffImport.columns.untitled', { number: at + 1 })}</span>
      ),
    },
    {
      id: 'samples',
      title: t('staffImport.columns.samples'),
      cell: ({ samples }) => (
        <span className="sample-values">
          {samples.map(sample => (
            <span key={sample}>{sample || t('staffImport.columns.empty')}</span>
          ))}
        </span>
      ),
    },
    {
      id: 'field',
      title: t('staffImport.columns.inPortal'),
      className: 'import-field',
      cell: ({ title, field, at }) => (
        <Select
          label={title || t('staffImport.columns.untitled', { number: at + 1 })}
          openOn="click"
          value={field ?? NONE}
          options={[
            { value: NONE, text: t('staffImport.columns.none') },
            ...fields.map(value => ({ value, text: fieldName(value) })),
          ]}
          onChange={value => match(at, value === NONE ? null : value)}
        />
      ),
    },
    {
      id: 'test',
      title: t('staffImport.columns.test'),
      cell: column => <Test column={column} rows={rows} />,
    },
  ]
  const hasPeople = kind === 'contact' || kind === 'webUser'

  return (
    <>
      <div className="record-main">
        {run.fault && (
          <div className="record-section">
            <FaultAlert fault={run.fault} />
          </div>
        )}
        <section className="record-section" aria-labelledby="import-columns">
          <div className="section-head">
            <h2 id="import-columns">{t('staffImport.columns.title')}</h2>
            <p>{t('staffImport.columns.found', { found, all: columns.length })}</p>
            {saved && (
              <button
                type="button"
                className="link-button"
                onClick={() => change.mutate({ useSaved: !saved.isUsed })}
                aria-pressed={saved.isUsed}
              >
                {saved.isUsed
                  ? t('staffImport.columns.useGuess')
                  : t('staffImport.columns.useSaved', { day: format.shortDay(saved.savedAt) })}
              </button>
            )}
          </div>
          <div aria-busy={change.isPending || undefined}>
            <PlainTable
              labelledBy="import-columns"
              className="map-table"
              columns={tableColumns}
              rows={columns.map((column, at) => ({ ...column, at }))}
              keyOf={({ at }) => at}
            />
          </div>
          {needs.length > 0 && (
            <Alert tone="warning">{t('staffImport.columns.needs', { fields: needs.map(fieldName).join(', ') })}</Alert>
          )}
        </section>
        <section className="record-section">
          <div className="import-fields">
            <Field label={t('staffImport.columns.key')} as="group" hint={t('staffImport.columns.keyHint')}>
              <Select
                label={t('staffImport.columns.key')}
                openOn="click"
                value={key}
                options={keyChoices.map(value => ({ value, text: fieldName(value) }))}
                onChange={value => value && change.mutate({ key: value })}
              />
            </Field>
          </div>
          {hasPeople && (
            <fieldset className="import-flags">
              <legend className="field-label">{t('staffImport.columns.preset')}</legend>
              <div className="import-flag-list">
                {flags.map(flag => (
                  <Checkbox
                    key={flag}
                    checked={run.flags.includes(flag)}
                    onChange={({ currentTarget: { checked } }) =>
                      change.mutate({ flags: flags.filter(one => (one === flag ? checked : run.flags.includes(one))) })
                    }
                  >
                    {t(`staffCustomers.flags.${flag}.name`)}
                  </Checkbox>
                ))}
              </div>
              <p className="field-hint">{t('staffImport.columns.presetHint')}</p>
            </fieldset>
          )}
        </section>
      </div>
      <div className="dry-run">
        <div className="button-row">
          <Button tone="ghost" onClick={onBefore}>
            {t('staffImport.act.before')}
          </Button>
          <Button tone="primary" onClick={onNext} busy={isBusy} disabled={needs.length > 0 || change.isPending}>
            {t('staffImport.act.check')}
          </Button>
        </div>
      </div>
    </>
  )
}
