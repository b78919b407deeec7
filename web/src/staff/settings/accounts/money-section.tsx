import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../text/use-text.ts'
import { Switch } from '../../parts/switch.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { changeMoneyRule, moneyRule } from './data.ts'

/** Whether technicians see money. */
export const MoneySection = () => {
  const { t } = useText()
  const query = useQuery(moneyRule)
  const change = useMutation({ ...changeMoneyRule(useQueryClient()), onError: toastFailure })
  return (
    <SettingsSection title={t('staffSettings.money.title')} lead={t('staffSettings.money.lead')} query={query}>
      {query.data && (
        <Switch
          checked={change.isPending ? change.variables : query.data.techniciansSeeMoney}
          onChange={seen => change.mutate(seen)}
        >
          {t('staffSettings.money.seen')}
        </Switch>
      )}
    </SettingsSection>
  )
}
