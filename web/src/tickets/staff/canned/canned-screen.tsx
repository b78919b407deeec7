import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareText, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { localizedFailure, useFailureText } from '../../../api/failures.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { endToasts, toast } from '../../../ui/overlay/toasts.tsx'
import { CannedForm } from '../desk/canned/canned-form.tsx'
import { cannedAnswers, removeCanned } from '../desk/canned/data.ts'
import { languagesOf, previewOf } from '../desk/canned/matching.ts'
import '../desk/actions/dialogs.css'
import '../desk/composer/composer.css'
import '../desk/screen/desk.css'
import { CannedPreview } from './canned-preview.tsx'
import { matchesText } from './matches-text.ts'
import './canned.css'

/** How long a removal can be taken back, in milliseconds. */
const UNDO_MS = 8000

/** Removes after a while, so that it can be taken back; leaving the page removes at once. */
const useRemoval = () => {
  const client = useQueryClient()
  const { mutate } = useMutation({
    ...removeCanned(client),
    onError: error =>
      toast({
        tone: 'danger',
        title: localized(t => t('staffTicket.canned.notRemoved')),
        text: localized(localizedFailure(error)),
      }),
  })
  const waiting = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const [hidden, setHidden] = useState<readonly number[]>([])
  const run = useRef(mutate)
  run.current = mutate
  useEffect(() => {
    const timers = waiting.current
    const flush = () => {
      for (const [id, timer] of timers) {
        clearTimeout(timer)
        run.current(id)
      }
      timers.clear()
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  const remove = ({ id, name }: CannedAnswer) => {
    const about = `canned-answer-${id}`
    setHidden(now => [...now, id])
    const show = () => setHidden(now => now.filter(one => one !== id))
    const timer = setTimeout(() => {
      waiting.current.delete(id)
      endToasts(about)
      mutate(id, { onError: show })
    }, UNDO_MS)
    waiting.current.set(id, timer)
    toast({
      about,
      title: localized(t => t('staffCanned.removed', { name })),
      action: {
        text: localized(t => t('staffCanned.undo')),
        onAction: () => {
          clearTimeout(timer)
          waiting.current.delete(id)
          show()
        },
      },
    })
  }
  return { hidden, remove }
}

/** The canned answers of the company: found, written, tried and removed. */
export const CannedScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const { locale } = useStaffFormat()
  const { portals } = useMe()
  const query = useQuery(cannedAnswers)
  const [q, setQ] = useState('')
  const [edited, setEdited] = useState<CannedAnswer | 'new'>()
  const [shown, setShown] = useState<CannedAnswer>()
  const { hidden, remove } = useRemoval()
  useStaffScreen('staff-canned-answers', t('staffCanned.title'))
  const there = query.data?.filter(({ id }) => !hidden.includes(id))
  const rows = there?.filter(answer => matchesText(answer, q))
  const portalOf = ({ portalId }: CannedAnswer) =>
    portals.length > 1 && portalId !== null && portals.find(({ id }) => id === portalId)?.webPortalName
  return (
    <section className="record-section" aria-labelledby="canned-title" aria-busy={query.isPending || undefined}>
      <div className="section-head">
        <h2 id="canned-title">{t('staffCanned.title')}</h2>
        {there && <span className="page-count">{there.length}</span>}
        <Button onClick={() => setEdited('new')}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffTicket.canned.new')}
        </Button>
      </div>
      <p className="settings-lead">{t('staffCanned.lead')}</p>
      {query.error && !query.data ? (
        <RetryPanel
          title={t('words.couldNotLoad')}
          retry={t('words.retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
          heading="h3"
        >
          {text(query.error)}
        </RetryPanel>
      ) : (
        <>
          {(there?.length ?? 0) > 0 && <SearchInput label={t('staffCanned.search')} value={q} onSearch={setQ} />}
          {rows?.length === 0 && (
            <EmptyState icon={<MessageSquareText className="icon" />} title={t('words.noItems')} heading="h3">
              {q ? t('staffCanned.noneFound') : t('staffCanned.none')}
            </EmptyState>
          )}
          <ul className="setting-list">
            {rows?.map(answer => (
              <li key={answer.id}>
                <span>
                  <b>
                    {answer.name} <span className="quiet mono">/{answer.shortcut}</span>
                  </b>
                  <small>
                    {[portalOf(answer), languagesOf(answer).join(', '), previewOf(answer, locale)]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <span className="button-pair">
                  <Button size="sm" tone="ghost" onClick={() => setShown(answer)}>
                    {t('staffCanned.preview')}
                    <span className="sr-only"> {answer.name}</span>
                  </Button>
                  {answer.editable && (
                    <>
                      <Button size="sm" onClick={() => setEdited(answer)}>
                        {t('staffTicket.canned.change')}
                        <span className="sr-only"> {answer.name}</span>
                      </Button>
                      <Button size="sm" tone="ghost" onClick={() => remove(answer)}>
                        {t('staffTicket.canned.remove')}
                        <span className="sr-only"> {answer.name}</span>
                      </Button>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && <CannedForm answer={edited === 'new' ? null : edited} onDone={() => setEdited(undefined)} />}
      {shown && <CannedPreview answer={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}
