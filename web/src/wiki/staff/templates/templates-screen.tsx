import type { AssetTemplate } from '@portico/contract/staff/records/assets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, LayoutList, PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure, useFailureText } from '../../../api/failures.ts'
import { newKey } from '../../../session/use-once.ts'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { keepTemplate, removeTemplate, templates } from '../data.ts'
import { TemplateDialog } from './template-dialog.tsx'
import '../../../staff/parts/record.css'
import '../../../staff/parts/records/records.css'
import '../assets.css'

/** Removes a template at once; undone, it is made again as it was. */
const useRemoval = () => {
  const client = useQueryClient()
  const onError = (error: Error) => toast({ title: localized(localizedFailure(error)), tone: 'danger' })
  const making = useMutation({ ...keepTemplate(client), onError })
  const removing = useMutation({ ...removeTemplate(client), onError })
  return ({ id, name, properties }: AssetTemplate) =>
    removing.mutate(id, {
      onSuccess: () => {
        const key = newKey()
        toast({
          title: localized(t => t('staffAssets.templates.removed', { name })),
          action: {
            text: localized(t => t('staffRecords.undo')),
            onAction: () => making.mutate({ body: { name, properties }, key }),
          },
        })
      },
    })
}

/** The templates of the company: for each kind of asset the properties that it has. */
export const TemplatesScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const list = useQuery(templates)
  const me = useMe()
  const mayWrite = isOffice(me) && me.allPortals
  const [opened, setOpened] = useState<'new' | AssetTemplate | null>(null)
  const remove = useRemoval()
  const back = t('staffAssets.back')
  useStaffScreen('staff-asset-templates', t('staffAssets.templates.title'))
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <Link to="/assets" className="icon-button" aria-label={back} title={back}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{t('staffAssets.templates.title')}</h1>
        <p className="page-sub">{t('staffAssets.templates.text')}</p>
        {mayWrite && (
          <div className="staff-head-end">
            <Button tone="primary" onClick={() => setOpened('new')}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffAssets.templates.make')}
            </Button>
          </div>
        )}
      </header>
      <div className="staff-scroll">
        {list.error && !list.data && (
          <RetryPanel
            title={t('staffAssets.templates.failed')}
            retry={t('words.retry')}
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          >
            {text(list.error)}
          </RetryPanel>
        )}
        {list.data?.length === 0 && (
          <EmptyState icon={<LayoutList className="icon" />} title={t('staffAssets.templates.none')}>
            {t('staffAssets.templates.noneText')}
          </EmptyState>
        )}
        <ul className="record-section">
          {list.data?.map(template => (
            <li key={template.id} className="template-line">
              <b>{template.name}</b>
              <span className="quiet">{template.properties.map(({ typologyName }) => typologyName).join(', ')}</span>
              {mayWrite && (
                <span className="row-tools">
                  <IconButton
                    label={t('staffRecords.changeOf', { name: template.name })}
                    onClick={() => setOpened(template)}
                  >
                    <PenLine className="icon" aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={t('staffRecords.removeOf', { name: template.name })}
                    onClick={() => remove(template)}
                  >
                    <Trash2 className="icon" aria-hidden="true" />
                  </IconButton>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {opened === 'new' && <TemplateDialog onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'new' && <TemplateDialog known={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
