import type { PublishItem } from '@portico/contract/staff/publishing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Signature, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { FolderButton } from '../../staff/parts/folder-button.tsx'
import { toastFailure } from '../../staff/parts/toast-failure.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { localized } from '../../text/localized.tsx'
import { RichText } from '../../text/rich-text.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { useFileDialog } from '../../ui/files/file-drop.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { changeItem, publishList, publishRows, removeItems } from './data.ts'
import { droppedMax, readDropped } from './dropped-files.ts'
import { EditDialog } from './edit-dialog.tsx'
import { PublishFoot } from './publish-foot.tsx'
import { PreviewPanel } from './publish-preview.tsx'
import { PublishRow, type RowActs } from './publish-row.tsx'
import { isMismatch, isOnlyGuessed, isReady, isTicked, isToConfirm } from './row-words.ts'
import { SendingRow } from './sending-row.tsx'
import { UndoLine } from './undo-line.tsx'
import { usePublishKeys } from './use-publish-keys.ts'
import { useSending } from './use-sending.ts'
import './publish.css'

const noItems: readonly PublishItem[] = []
const bold = { b: <b /> }

const Skeleton = () => (
  <ul className="publish-rows" aria-busy="true">
    {Array.from({ length: 6 }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
      <li key={line} className="publish-row" aria-hidden="true">
        <span />
        <span />
        <span className="skeleton-line">
          <span className="skeleton" style={{ '--w': '60%' }} />
        </span>
      </li>
    ))}
  </ul>
)

/** Files come in here, are recognised, and are published for customers. */
export const PublishScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const query = useQuery(publishList)
  const items = query.data?.items ?? noItems
  const { sendings, done, add, retry, cancel } = useSending()
  const [chosenId, setChosenId] = useState<number>()
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const [editedId, setEditedId] = useState<number>()
  const [askedId, setAskedId] = useState<number>()
  const [isAllAsked, setAllAsked] = useState(false)
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map())
  const [notify, setNotify] = useState(true)
  const [isOver, setOver] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useStaffScreen('staff-publish', t('staffPublish.title'))

  const change = useMutation({ ...changeItem(client), onError: toastFailure })
  const removal = useMutation({ ...removeItems(client), onError: toastFailure })
  const publishing = useMutation({
    ...publishRows(client),
    onSuccess: outcomes => {
      const failed = outcomes.filter(({ outcome }) => outcome === 'refused' || outcome === 'notReady')
      const published = outcomes.filter(({ outcome }) => outcome === 'published').length
      setFaults(new Map(failed.flatMap(({ itemId, reason }) => (reason === null ? [] : [[itemId, reason]]))))
      if (published > 0) toast({ title: localized(t => t('staffPublish.published', { count: published })) })
      if (failed.length > 0)
        toast({ title: localized(t => t('staffPublish.notPublished', { count: failed.length })), tone: 'warning' })
    },
    onError: error =>
      toast({
        title: localized(t => t('staffPublish.publishFailed')),
        text: localized(localizedFailure(error)),
        tone: 'danger',
      }),
  })

  const ticked = useMemo(() => items.filter(isTicked), [items])
  const chosen = items.find(({ id }) => id === chosenId) ?? items.find(({ state }) => state === 'open') ?? items[0]
  const edited = items.find(({ id }) => id === editedId)
  const asked = items.find(({ id }) => id === askedId)

  const publish = () => {
    if (ticked.length === 0 || publishing.isPending) return
    publishing.mutate({ itemIds: ticked.map(({ id }) => id), notify })
  }
  const confirm = (item: PublishItem) => {
    if (isMismatch(item)) setAskedId(item.id)
    else change.mutate({ id: item.id, change: { confirmed: true, held: false } })
  }
  const confirmAll = useMutation({
    // One after the other: each answers the row, and the list is changed by one at a time.
    mutationFn: async (guessed: readonly PublishItem[]) => {
      for (const { id } of guessed) await change.mutateAsync({ id, change: { confirmed: true, held: false } })
    },
    onSettled: () => setAllAsked(false),
  })
  const acts: RowActs = {
    choose: id => {
      setChosenId(id)
      setPreviewOpen(true)
    },
    tick: item => {
      if (isReady(item)) change.mutate({ id: item.id, change: { held: !item.held } })
      else if (isToConfirm(item)) confirm(item)
      else if (item.state === 'open') setEditedId(item.id)
    },
    correct: item => setEditedId(item.id),
    confirm,
    remove: item => removal.mutate([item.id]),
    again: item => change.mutate({ id: item.id, change: { again: true } }),
    setCustomer: (item, customerId) => change.mutate({ id: item.id, change: { customerId } }),
  }
  // The rows are many and drawn again only when they change: what they call is always the newest.
  const newest = useRef(acts)
  useEffect(() => {
    newest.current = acts
  })
  const [steady] = useState<RowActs>(() => ({
    choose: id => newest.current.choose(id),
    tick: item => newest.current.tick(item),
    correct: item => newest.current.correct(item),
    confirm: item => newest.current.confirm(item),
    remove: item => newest.current.remove(item),
    again: item => newest.current.again(item),
    setCustomer: (item, id) => newest.current.setCustomer(item, id),
  }))

  const move = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === chosen?.id)
    const next = items[at + by]
    if (!next) return
    setChosenId(next.id)
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${next.id}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    return row
  }
  usePublishKeys({
    move: by => {
      const focused = list.current?.contains(document.activeElement)
      const row = focused ? move(by) : list.current?.querySelector(`[data-item="${chosen?.id}"]`)
      row?.querySelector<HTMLElement>('.row-link')?.focus()
    },
    correct: () => chosen?.state === 'open' && setEditedId(chosen.id),
    publish,
  })

  const take = (files: readonly File[]) => {
    if (files.length > droppedMax)
      toast({ title: localized(t => t('staffPublish.tooMany', { count: droppedMax })), tone: 'warning' })
    add(files.slice(0, droppedMax))
  }
  const files = useFileDialog(take)
  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const dropping = {
    onDragEnter: (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragOver: (event: DragEvent) => isOfFiles(event) && event.preventDefault(),
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(false)
      readDropped(event.dataTransfer).then(take, toastFailure)
    },
  }

  const isEmpty = query.data !== undefined && items.length === 0 && sendings.length === 0
  const sending = sendings.filter(({ state }) => state !== 'failed').length
  return (
    <main className="staff-main publish-page" id="main" tabIndex={-1} data-over={isOver ? '' : undefined} {...dropping}>
      <div className="staff-head">
        <h1>{t('staffPublish.title')}</h1>
        <p className="page-sub">{t('staffPublish.lead')}</p>
        <div className="staff-head-end">
          <Link to="/publish/published" className={buttonClass({ tone: 'ghost' })}>
            <History className="icon" aria-hidden="true" />
            {t('staffPublish.before')}
          </Link>
          <Link to="/publish/signatures" className={buttonClass({ tone: 'ghost' })}>
            <Signature className="icon" aria-hidden="true" />
            {t('staffPublish.toSign')}
          </Link>
        </div>
      </div>
      <div className="publish">
        <div className="publish-list">
          <div className="drop-zone publish-drop" data-over={isOver ? '' : undefined}>
            <Upload className="icon" aria-hidden="true" />
            <span role="status">
              {isOver ? (
                t('staffPublish.dropNow')
              ) : sending > 0 ? (
                t('staffPublish.readingSome', { done, all: done + sending })
              ) : items.length > 0 ? (
                <RichText i18nKey="staffPublish.waiting" count={items.length} components={bold} />
              ) : (
                t('staffPublish.drop')
              )}
            </span>
            <Button size="sm" onClick={files.choose}>
              {t(items.length > 0 ? 'staffPublish.chooseMore' : 'staffPublish.choose')}
            </Button>
            <FolderButton className="publish-folder" onFiles={take}>
              {t('staffPublish.chooseFolder')}
            </FolderButton>
            {files.field}
          </div>
          {query.data?.batches.map(batch => (
            <UndoLine key={batch.id} batch={batch} />
          ))}
          {query.isError && !query.data ? (
            <RetryPanel
              title={t('staffPublish.failed')}
              retry={t('words.retry')}
              onRetry={() => query.refetch()}
              busy={query.isFetching}
            >
              {failureText(query.error)}
            </RetryPanel>
          ) : !query.data ? (
            <Skeleton />
          ) : isEmpty ? (
            <EmptyState icon={<Upload className="icon" />} title={t('staffPublish.empty.title')}>
              {t('staffPublish.empty.text')}
            </EmptyState>
          ) : (
            <ul className="publish-rows" ref={list} aria-label={t('staffPublish.rows')}>
              {items.map(item => (
                <PublishRow
                  key={item.id}
                  item={item}
                  isChosen={item.id === chosen?.id}
                  fault={faults.get(item.id)}
                  acts={steady}
                />
              ))}
              {sendings.map(one => (
                <SendingRow key={`sending-${one.id}`} sending={one} onRetry={retry} onCancel={cancel} />
              ))}
            </ul>
          )}
          {items.length > 0 && (
            <PublishFoot
              items={items}
              ticked={ticked.length}
              notify={notify}
              isPublishing={publishing.isPending}
              onNotify={setNotify}
              onPublish={publish}
              onConfirmAll={() => setAllAsked(true)}
              onClearRefused={() =>
                removal.mutate(items.filter(({ state }) => state === 'refused').map(({ id }) => id))
              }
            />
          )}
        </div>
        <PreviewPanel item={chosen} isOpen={isPreviewOpen} onMove={move} onClose={() => setPreviewOpen(false)} />
      </div>
      <EditDialog item={edited} onClose={() => setEditedId(undefined)} />
      <ConfirmDialog
        open={isAllAsked}
        title={t('staffPublish.confirmAll.title', { count: items.filter(isOnlyGuessed).length })}
        confirm={t('staffPublish.confirmAll.yes')}
        cancel={t('words.cancel')}
        busy={confirmAll.isPending}
        onCancel={() => setAllAsked(false)}
        onConfirm={() => confirmAll.mutate(items.filter(isOnlyGuessed))}
      >
        {t('staffPublish.confirmAll.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('staffPublish.mismatch.title', { customer: asked?.customer?.companyName })}
        confirm={t('staffPublish.mismatch.confirm', { customer: asked?.customer?.companyName })}
        cancel={t('staffPublish.mismatch.cancel')}
        onCancel={() => {
          setAskedId(undefined)
          setEditedId(askedId)
        }}
        onConfirm={() => {
          if (asked) change.mutate({ id: asked.id, change: { confirmed: true, held: false } })
          setAskedId(undefined)
        }}
      >
        {t('staffPublish.mismatch.text', {
          name: [asked?.mismatch?.name, asked?.mismatch?.number].filter(Boolean).join(', '),
        })}
      </ConfirmDialog>
    </main>
  )
}
