import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Clock, Hourglass, Inbox, Layers, type LucideIcon, User, UserPlus, Users } from 'lucide-react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useCurrentInView } from '../../../staff/parts/use-current-in-view.ts'
import { useText } from '../../../text/use-text.ts'
import { queueCounts } from '../data.ts'
import { type QueueSearch, queueQuery } from '../queue-search.ts'
import { listedViews } from './listed-views.ts'

const icons: Record<(typeof listedViews)[number], LucideIcon> = {
  mine: User,
  unassigned: UserPlus,
  toAnswer: Inbox,
  waiting: Hourglass,
  dueToday: Clock,
  closed: CircleCheckBig,
  all: Layers,
}

/** More would leave no room for the name of the view; the title says how many. */
const lateMost = 99

const Count = ({ count, late = 0 }: { count: number | undefined; late?: number }) => {
  const { t } = useText()
  return (
    <>
      {late > 0 && (
        <span className="view-late" title={t('staffQueue.late', { count: late })}>
          <span aria-hidden="true">{late > lateMost ? `${lateMost}+` : late}</span>
          <span className="sr-only">{t('staffQueue.late', { count: late })}</span>
        </span>
      )}
      {count !== undefined && <span className="menu-count">{count}</span>}
    </>
  )
}

/** The views of the queue with their counts; groups, portals and keys where there is room. */
export const QueueViews = ({ search, hasPortals }: { search: QueueSearch; hasPortals: boolean }) => {
  const { t } = useText()
  const { data: counts } = useQuery(queueCounts)
  const { view, portal, group } = queueQuery(search)
  const isPlain = !search.q && portal === undefined && group === undefined
  const nav = useCurrentInView()
  const linkTo = (search: QueueSearch, isCurrent: boolean) =>
    ({
      to: '/tickets',
      search,
      className: 'menu-item',
      preload: false,
      'aria-current': isCurrent ? 'page' : undefined,
    }) as const
  // Closed ones and all are not counted.
  const countOf = (by: typeof counts | NonNullable<typeof counts>['late'], one: (typeof listedViews)[number]) =>
    one === 'closed' || one === 'all' ? undefined : by?.[one]
  return (
    <nav className="queue-views" aria-label={t('staffQueue.viewsLabel')} ref={nav}>
      <h1>{t('staffQueue.title')}</h1>
      <div className="menu-group">
        {listedViews.map(one => {
          const Icon = icons[one]
          return (
            <Link key={one} {...linkTo({ view: one }, isPlain && one === view)}>
              <Icon className="icon" aria-hidden="true" />
              <span className="ellipsis">{t(`staffQueue.views.${one}`)}</span>
              <Count count={countOf(counts, one)} late={countOf(counts?.late, one)} />
            </Link>
          )
        })}
      </div>
      {counts && counts.groups.length > 0 && (
        <div className="queue-team">
          <h2>{t('staffQueue.groups')}</h2>
          <div className="menu-group">
            {counts.groups.map(({ id, name, count }) => (
              <Link key={id} {...linkTo({ view: 'open', group: id }, !search.q && group === id)}>
                <Users className="icon" aria-hidden="true" />
                <span className="ellipsis">{name}</span>
                <Count count={count} />
              </Link>
            ))}
          </div>
        </div>
      )}
      {hasPortals && counts && (
        <div className="queue-team">
          <h2>{t('staffQueue.portals')}</h2>
          <div className="menu-group">
            {counts.portals.map(({ count, ...one }) => (
              <Link
                key={one.id}
                {...linkTo({ view: 'open', portal: one.webPortalKey }, !search.q && portal === one.webPortalKey)}
              >
                <PortalMark portal={one} />
                <span className="ellipsis" aria-hidden="true">
                  {one.name}
                </span>
                <Count count={count} />
              </Link>
            ))}
          </div>
        </div>
      )}
      <div className="queue-keys" role="note" aria-label={t('staffQueue.keysLabel')}>
        <span>
          <kbd>J</kbd> <kbd>K</kbd>
          <span>{t('staffQueue.hint.move')}</span>
        </span>
        <span>
          <kbd>A</kbd>
          <span>{t('staffQueue.hint.assign')}</span>
        </span>
        <span>
          <kbd>R</kbd>
          <span>{t('staffQueue.hint.answer')}</span>
        </span>
        <span>
          <kbd>?</kbd>
          <span>{t('staffQueue.hint.all')}</span>
        </span>
      </div>
    </nav>
  )
}
