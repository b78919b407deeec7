import { useText } from '../../../text/use-text.ts'
import type { CrossedField } from './crossed-fields.ts'

/** Says what somebody else has changed meanwhile; what was typed is kept. */
export const useCrossedText = () => {
  const { t } = useText()
  return <Name extends string>(fields: readonly CrossedField<Name>[], labelOf: (name: Name) => string): string =>
    fields.length === 0
      ? t('staffRecords.crossedSome')
      : t('staffRecords.crossed', {
          fields: fields
            .map(({ name, value }) =>
              t('staffRecords.crossedField', { field: labelOf(name), value: value || t('staffRecords.crossedEmpty') }),
            )
            .join(', '),
        })
}
