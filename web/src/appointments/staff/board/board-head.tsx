import type { VisitBoard } from '@portico/contract/staff/planning/visits'
import { useQuery } from '@tanstack/react-query'
import { Calendar, ChevronLeft, ChevronRight, Globe, Plus, Users } from 'lucide-react'
import { useRef } from 'react'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { choices } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { VisitTabs } from '../frame/visit-page.tsx'
import { localOf } from '../frame/zone.ts'
import { daysAfter, type VisitsSearch } from '../visits-search.ts'
import type { BoardWords } from './use-board-words.ts'

type BoardHeadProps = {
  board: VisitBoard | undefined
  search: VisitsSearch
  onSearch: (changes: { [Name in keyof VisitsSearch]?: VisitsSearch[Name] | undefined }) => void
  words: BoardWords
  now: number
  isNarrow: boolean
  onNew: () => void
}

/** What the board shows: the day or its week, of which portal and group; and the way to a new visit. */
export const BoardHead = ({ board, search, onSearch, words, now, isNarrow, onNew }: BoardHeadProps) => {
  const { t } = useText()
  const me = useMe()
  const { data: known } = useQuery(choices)
  const picker = useRef<HTMLInputElement>(null)
  const view = search.view === 'week' && !isNarrow ? 'week' : 'day'
  const first = board?.days[0]
  const last = board?.days.at(-1)
  const day = search.day ?? first?.date ?? ''
  const today = board && localOf(now, board.timeZone).day
  const step = view === 'week' ? 7 : 1
  const go = (to: string | undefined) => onSearch({ day: to === today ? undefined : to, open: undefined })
  const visits = board?.entries.filter(({ kind }) => kind === 'visit' || kind === 'booking').length
  const isElsewhere = first && words.isElsewhere(Date.parse(first.startsOn))
  const shownDay =
    first &&
    last &&
    (view === 'week' ? `${words.column(first.date)} – ${words.shortDay(last.date)}` : words.shortDay(first.date))
  return (
    <>
      <header className="staff-head board-bar">
        <h1>{t('staffVisits.title')}</h1>
        <IconButton label={t(`staffVisits.before.${view}`)} disabled={!day} onClick={() => go(daysAfter(day, -step))}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        <span className="day-choice">
          <Button
            size="sm"
            aria-label={t('staffVisits.chooseDay', { day: shownDay ?? '' })}
            onClick={() => picker.current?.showPicker()}
          >
            <Calendar className="icon" aria-hidden="true" />
            {shownDay ?? '…'}
          </Button>
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={day}
            onChange={event => event.target.value && go(event.target.value)}
          />
        </span>
        <IconButton label={t(`staffVisits.after.${view}`)} disabled={!day} onClick={() => go(daysAfter(day, step))}>
          <ChevronRight className="icon" aria-hidden="true" />
        </IconButton>
        <Button tone="ghost" size="sm" onClick={() => go(undefined)}>
          {t('staffVisits.today')}
        </Button>
        {visits !== undefined && !isNarrow && (
          <p className="page-sub">
            {[
              t('staffVisits.count', { count: visits }),
              first?.closing ?? (first?.hours?.length === 0 && view === 'day' ? t('staffVisits.closed') : ''),
              isElsewhere && t('staffVisits.zone', { zone: board?.timeZone.replaceAll('_', ' ') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <div className="staff-head-end">
          {!isNarrow && (
            <>
              {me.portals.length > 1 && (
                <Select
                  look="filter"
                  openOn="click"
                  label={t('staffVisits.portal')}
                  placeholder={t('staffVisits.portal')}
                  icon={<Globe className="icon" aria-hidden="true" />}
                  nullable
                  clearLabel={t('staffVisits.allPortals')}
                  options={me.portals.map(({ webPortalKey, webPortalName }) => ({
                    value: webPortalKey,
                    text: webPortalName,
                  }))}
                  value={search.portal ?? null}
                  onChange={portal => onSearch({ portal: portal ?? undefined })}
                />
              )}
              {(known?.groups.length ?? 0) > 0 && (
                <Select
                  look="filter"
                  openOn="click"
                  label={t('staffVisits.group')}
                  placeholder={t('staffVisits.group')}
                  icon={<Users className="icon" aria-hidden="true" />}
                  nullable
                  clearLabel={t('staffVisits.allGroups')}
                  options={known?.groups.map(({ id, name }) => ({ value: id, text: name })) ?? []}
                  value={search.group ?? null}
                  onChange={group => onSearch({ group: group ?? undefined })}
                />
              )}
              <SegmentedControl
                label={t('staffVisits.view')}
                options={[
                  { value: 'day', text: t('staffVisits.day') },
                  { value: 'week', text: t('staffVisits.week') },
                ]}
                value={view}
                onChange={chosen => onSearch({ view: chosen === 'week' ? 'week' : undefined })}
              />
            </>
          )}
          <Button tone="primary" onClick={onNew}>
            <Plus className="icon" aria-hidden="true" />
            {t('staffVisits.new')}
          </Button>
        </div>
      </header>
      <VisitTabs />
      {isNarrow && isElsewhere && (
        <p className="board-zone">{t('staffVisits.zone', { zone: board?.timeZone.replaceAll('_', ' ') })}</p>
      )}
    </>
  )
}
