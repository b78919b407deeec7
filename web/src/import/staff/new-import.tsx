import type { ImportKind, ImportRun } from '@portico/contract/staff/imports'
import { importKinds } from '@portico/contract/staff/imports'
import { useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { FolderButton } from '../../staff/parts/folder-button.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { DropZone } from '../../ui/files/file-drop.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { Select } from '../../ui/select/select.tsx'
import { type Sending, useBeginImport } from './use-begin-import.ts'

const mayLines = (role: string, kind: ImportKind) => kind !== 'lines' || role === 'administrator'

const SendingLine = ({ sending }: { sending: Sending }) => {
  const { t } = useText()
  const share = 'name' in sending ? sending.share : sending.done / sending.all
  const percent = Math.round(share * 100)
  const words =
    'all' in sending
      ? t('staffImport.begin.more', { done: sending.done, all: sending.all })
      : share < 1
        ? t('staffImport.begin.sending', { name: sending.name, percent })
        : t('staffImport.begin.reading', { name: sending.name })
  return (
    <div className="import-progress" role="status">
      <span>{words}</span>
      <progress aria-label={words} max={100} {...(share < 1 && { value: percent })} />
    </div>
  )
}

type NewImportProps = { kind: ImportKind | undefined; onBegun: (run: ImportRun) => void }

/** The file of a new import, and what is known of it before. */
export const NewImport = ({ kind: first, onBegun }: NewImportProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const me = useMe()
  const [kind, setKind] = useState<ImportKind | 'any'>(first ?? 'any')
  const [portalId, setPortalId] = useState<number | undefined>(me.portals.length === 1 ? me.portals[0]?.id : undefined)
  const [isAsked, setAsked] = useState(false)
  const { sending, failure, send } = useBeginImport((run, failed) => {
    if (failed.length > 0)
      toast({
        title: localized(t =>
          t('staffImport.begin.some', { count: failed.length, names: failed.slice(0, 5).join(', ') }),
        ),
        tone: 'warning',
      })
    onBegun(run)
  })
  const start = (files: readonly File[]) => {
    setAsked(true)
    if (portalId !== undefined && !sending) void send(files, { kind: kind === 'any' ? undefined : kind, portalId })
  }
  const kinds = importKinds.filter(one => mayLines(me.role, one))
  return (
    <section className="record-section" aria-labelledby="import-new">
      <div className="section-head">
        <h2 id="import-new">{t('staffImport.begin.title')}</h2>
      </div>
      <div className="import-fields">
        <Field label={t('staffImport.kind')} as="group">
          <Select
            label={t('staffImport.kind')}
            openOn="click"
            value={kind}
            options={[
              { value: 'any' as const, text: t('staffImport.kindAny') },
              ...kinds.map(value => ({ value, text: t(`staffImport.kinds.${value}`) })),
            ]}
            onChange={value => setKind(value ?? 'any')}
          />
        </Field>
        {me.portals.length > 1 && (
          <Field
            label={t('staffImport.portal')}
            as="group"
            error={isAsked && portalId === undefined ? t('staffImport.begin.needsPortal') : undefined}
          >
            <Select
              label={t('staffImport.portal')}
              openOn="click"
              placeholder={t('staffImport.choosePortal')}
              value={portalId ?? null}
              options={me.portals.map(({ id, webPortalName }) => ({ value: id, text: webPortalName }))}
              onChange={value => setPortalId(value ?? undefined)}
            />
          </Field>
        )}
      </div>
      <DropZone
        onFiles={start}
        labels={{
          drop: t('staffImport.begin.drop'),
          choose: t('staffImport.begin.choose'),
          hint: t('staffImport.begin.hint'),
        }}
      />
      <p>
        <FolderButton onFiles={start}>{t('staffImport.begin.folder')}</FolderButton>
      </p>
      {sending && <SendingLine sending={sending} />}
      {failure && (
        <Alert tone="danger">
          {'isWorkbook' in failure
            ? t('staffImport.begin.workbook')
            : t('staffImport.begin.failed', { name: failure.name, reason: failureText(failure.error) })}
        </Alert>
      )}
    </section>
  )
}
