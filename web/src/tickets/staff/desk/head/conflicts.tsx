import { TriangleAlert } from 'lucide-react'
import { RichText } from '../../../../text/rich-text.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import type { Property, PropertyValue } from '../properties.ts'
import { useMoment } from '../use-moment.ts'
import type { Change } from './use-change.ts'

const bold = { b: <b /> }

/** Properties that two have changed at once, with both values; what is chosen counts. */
export const Conflicts = ({ conflicts, change, leave }: Pick<Change, 'conflicts' | 'change' | 'leave'>) => {
  const { t } = useText()
  const { moment } = useMoment()
  const shown = (property: Property, { text }: PropertyValue) =>
    text === null ? t('staffTicket.prop.none') : property === 'dueAt' ? moment(text) : text
  return conflicts.map(({ property, mine, theirs, by }) => (
    <div key={property} className="desk-conflict" role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <p>
        <RichText
          i18nKey="staffTicket.change.conflict"
          values={{ who: by ?? t('staffTicket.colleague'), what: t(`staffTicket.prop.${property}`) }}
          components={bold}
        />
      </p>
      <span className="button-pair">
        <Button size="sm" onClick={() => leave(property)}>
          {t('staffTicket.change.theirs', { value: shown(property, theirs) })}
        </Button>
        <Button size="sm" onClick={() => void change(property, mine)}>
          {t('staffTicket.change.mine', { value: shown(property, mine) })}
        </Button>
      </span>
    </div>
  ))
}
