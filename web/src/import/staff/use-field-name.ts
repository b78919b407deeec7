import { type Flag, flags } from '@portico/contract/permissions'
import { importFields, type TableKind } from '@portico/contract/staff/imports'
import { useText } from '../../text/use-text.ts'

type Field = Exclude<(typeof importFields)[TableKind][number], Flag>

const isFlag = (field: string): field is Flag => (flags as readonly string[]).includes(field)

/** Fields that changes name beside those of tables. */
const others = ['flags', 'value'] as const

const isNamed = (field: string): field is Field | (typeof others)[number] =>
  [...Object.values(importFields).flat(), ...others].some(one => one === field)

/** The names of fields; one that only programs know is called as they call it. */
export const useFieldName = () => {
  const { t } = useText()
  return (field: string): string => {
    if (field === 'natural') return t('staffImport.columns.natural')
    if (isFlag(field)) return t('staffImport.fields.flag', { flag: t(`staffCustomers.flags.${field}.name`) })
    return isNamed(field) ? t(`staffImport.fields.${field}`) : field
  }
}
