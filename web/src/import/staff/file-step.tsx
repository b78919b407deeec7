import type { ImportChange, ImportRun } from '@portico/contract/staff/imports'
import { importFields, tableKinds } from '@portico/contract/staff/imports'
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../staff/session/use-me.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { useFileDialog } from '../../ui/files/file-drop.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { Select } from '../../ui/select/select.tsx'
import { refreshImport } from './data.ts'
import { isTable } from './import-steps.ts'
import { sendFurther } from './use-begin-import.ts'

/** How an import is changed. */
export type ChangeImport = UseMutationResult<ImportRun, Error, ImportChange>

const charsets = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le', 'macintosh', 'ibm866']
const HEADER_LINES = 15

/** Why a file cannot be read. */
export const FaultAlert = ({ fault }: { fault: NonNullable<ImportRun['fault']> }) => {
  const { t } = useText()
  return <Alert tone="danger">{t(`staffImport.fault.${fault.code}`, { line: fault.line ?? '' })}</Alert>
}

const SampleTable = ({ form }: { form: NonNullable<ImportRun['form']> }) => {
  const { t } = useText()
  const width = Math.max(1, ...form.head.map(({ cells }) => cells.length))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="table-scroll" aria-label={t('staffImport.form.sample')} tabIndex={0}>
      <table className="plain-table import-sample">
        <tbody>
          {form.head.map(({ line, cells }) => (
            <tr key={line} data-headings={line === form.headerLine || undefined}>
              <th scope="row">
                {line}
                {line === form.headerLine && <span className="sr-only">, {t('staffImport.form.headings')}</span>}
              </th>
              {Array.from({ length: width }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
                <td key={at}>{cells[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const FurtherFiles = ({ run }: { run: ImportRun }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [sent, setSent] = useState<{ done: number; all: number }>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const send = async (files: File[]) => {
    if (files.length === 0 || sent) return
    controller.current = new AbortController()
    const { signal } = controller.current
    setSent({ done: 0, all: files.length })
    try {
      const failed = await sendFurther(run.id, files, { signal, onDone: done => setSent({ done, all: files.length }) })
      const names = failed.slice(0, 5).join(', ')
      if (failed.length > 0)
        toast({ title: localized(t => t('staffImport.begin.some', { count: failed.length, names })), tone: 'warning' })
    } finally {
      setSent(undefined)
      void refreshImport(client, run.id)
    }
  }
  const { choose, field } = useFileDialog(files => void send(files))
  return (
    <section className="record-section" aria-labelledby="import-files">
      <div className="section-head">
        <h2 id="import-files">{t('staffImport.form.files')}</h2>
        <p>{t('staffImport.form.filesAbout')}</p>
        <Button size="sm" onClick={choose} busy={sent !== undefined}>
          {t('staffImport.form.addFiles')}
        </Button>
        {field}
      </div>
      <p className="quiet" role="status">
        {sent
          ? t('staffImport.begin.more', sent)
          : run.files > 0
            ? t('staffImport.facts.files', { count: run.files })
            : t('staffImport.form.filesNone')}
      </p>
    </section>
  )
}

/** Whether rows of a kind name files. */
const takesFiles = (kind: ImportRun['kind']): boolean =>
  !isTable(kind) || (importFields[kind] as readonly string[]).includes('file')

type FileStepProps = { run: ImportRun; change: ChangeImport; onNext: () => void }

/** How the file is read: portal, charset, separator and headings, with its first rows. */
export const FileStep = ({ run, change, onNext }: FileStepProps) => {
  const { t } = useText()
  const me = useMe()
  const { form, fault, kind } = run
  const known = form && !charsets.includes(form.charset) ? [form.charset, ...charsets] : charsets
  const isFixed = fault?.code === 'tooManyColumns' || fault?.code === 'tooManyRows' || fault?.code === 'empty'
  return (
    <>
      <div className="record-main">
        {fault && (
          <div className="record-section">
            <FaultAlert fault={fault} />
          </div>
        )}
        <section className="record-section" aria-labelledby="import-form">
          <div className="section-head">
            <h2 id="import-form">{t('staffImport.form.title')}</h2>
            {isTable(kind) && <p>{t('staffImport.form.about')}</p>}
          </div>
          <div className="import-fields" aria-busy={change.isPending || undefined}>
            {run.portal && me.portals.length > 1 && (
              <Field label={t('staffImport.portal')} as="group">
                <Select
                  label={t('staffImport.portal')}
                  openOn="click"
                  value={run.portal.id}
                  options={me.portals.map(({ id, webPortalName }) => ({ value: id, text: webPortalName }))}
                  onChange={portalId => portalId !== null && change.mutate({ portalId })}
                />
              </Field>
            )}
            {isTable(kind) && (
              <>
                <Field label={t('staffImport.kind')} as="group">
                  <Select
                    label={t('staffImport.kind')}
                    openOn="click"
                    value={kind}
                    options={tableKinds.map(value => ({ value, text: t(`staffImport.kinds.${value}`) }))}
                    onChange={value => value && change.mutate({ kind: value })}
                  />
                </Field>
                <Field label={t('staffImport.form.charset')} as="group">
                  <Select
                    label={t('staffImport.form.charset')}
                    openOn="click"
                    value={form?.charset ?? null}
                    options={known.map(value => ({ value, text: value }))}
                    onChange={charset => charset && change.mutate({ charset })}
                  />
                </Field>
                <Field label={t('staffImport.form.separator')} as="group">
                  <Select
                    label={t('staffImport.form.separator')}
                    openOn="click"
                    value={form?.separator ?? null}
                    options={[
                      { value: ';' as const, text: t('staffImport.form.semicolon') },
                      { value: ',' as const, text: t('staffImport.form.comma') },
                      { value: '\t' as const, text: t('staffImport.form.tab') },
                    ]}
                    onChange={separator => separator && change.mutate({ separator })}
                  />
                </Field>
                <Field label={t('staffImport.form.headerLine')} as="group">
                  <Select
                    label={t('staffImport.form.headerLine')}
                    openOn="click"
                    value={form?.headerLine ?? null}
                    options={Array.from({ length: Math.max(HEADER_LINES, form?.headerLine ?? 0) }, (_, at) => ({
                      value: at + 1,
                      text: String(at + 1),
                    }))}
                    onChange={headerLine => headerLine && change.mutate({ headerLine })}
                  />
                </Field>
                <Field label={t('staffImport.form.decimal')} as="group">
                  <Select
                    label={t('staffImport.form.decimal')}
                    openOn="click"
                    placeholder={t('staffImport.form.decimalAuto')}
                    value={form?.decimal ?? null}
                    options={[
                      { value: ',' as const, text: t('staffImport.form.decimalComma') },
                      { value: '.' as const, text: t('staffImport.form.decimalPoint') },
                    ]}
                    onChange={decimal => decimal && change.mutate({ decimal })}
                  />
                </Field>
              </>
            )}
          </div>
          {form && <SampleTable form={form} />}
        </section>
        {takesFiles(kind) && <FurtherFiles run={run} />}
      </div>
      <div className="dry-run">
        <div className="button-row">
          <Button tone="primary" onClick={onNext} disabled={isFixed || (isTable(kind) && !form)}>
            {t('staffImport.act.next')}
          </Button>
        </div>
      </div>
    </>
  )
}
