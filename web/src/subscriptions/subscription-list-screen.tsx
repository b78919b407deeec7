import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { subscriptionList } from './data.ts'
import { useSubscriptionColumns } from './use-subscription-columns.tsx'
import './subscriptions.css'

/** The screen of the contact's active subscriptions, the next one due first. */
export const SubscriptionListScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.recurringAdvances')
  useScreen('recurringAdvances', title)
  const format = useFormat()
  const list = useList(useSearch({ from: '/$company/$contactid/recurringAdvances' }), subscriptionList, 'advanceDate')
  const year = list.query.data?.pages[0]?.headers.get('Year-Amount')
  return (
    <ListScreen
      title={title}
      list={list}
      columns={useSubscriptionColumns(format)}
      search={t('subscriptions.search')}
      sum={list.total && year ? format.euro(Number(year)) : undefined}
      sumLabel={t('subscriptions.year')}
      note={t('subscriptions.separately')}
      empty={t('subscriptions.empty')}
      failed={t('subscriptions.failed')}
    />
  )
}
