import { type Flag, flags } from '@portico/contract/permissions'
import type { importFields, TableKind } from '@portico/contract/staff/imports'
import { useText } from '../../text/use-text.ts'

type Field = Exclude<(typeof importFields)[TableKind][number], Flag>

const isFlag = (field: string): field is Flag => (flags as readonly string[]).includes(field)

/** The names of fields. */
export const useFieldName = () => {
  const { t } = useText()
  return (field: string): string => {
    if (field === 'natural') return t('staffImport.columns.natural')
    if (isFlag(field)) return t('staffImport.fields.flag', { flag: t(`staffCustomers.flags.${field}.name`) })
    return t(`staffImport.fields.${field as Field}`)
  }
}
