import { type PropertyType, propertiesMost, propertyTypes } from '@portico/contract/staff/records/assets'
import { ArrowDown, ArrowUp, Plus, Trash2, TriangleAlert, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { looksSecret } from './secret-names.ts'

/** A property in a form. `key` is its own as long as the form is open; `fileName` that of the file that it has. */
export type PropertyLine = {
  key: number
  id?: number | undefined
  typologyName: string
  dataType: PropertyType
  value: string
  file?: File | undefined
  fileName?: string | undefined
}

/** What is wrong with a line, by its key. */
export type LineFaults = Record<number, string | undefined>

type PropertyLinesProps = {
  lines: readonly PropertyLine[]
  onChange: (lines: PropertyLine[]) => void
  newKey: () => number
  faults: LineFaults
  /** A template has names and types alone. */
  hasValues?: boolean
}

const FileValue = ({ line, onFile }: { line: PropertyLine; onFile: (file: File) => void }) => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const name = line.file?.name ?? line.fileName
  return (
    <span className="file-choice">
      <Button size="sm" onClick={() => input.current?.click()}>
        <Upload className="icon" aria-hidden="true" />
        {name ? t('staffAssets.property.another') : t('staffAssets.property.choose')}
      </Button>
      <span className="file-choice-name">{name}</span>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
    </span>
  )
}

/** The properties of an asset or a template, in their order. */
export const PropertyLines = ({ lines, onChange, newKey, faults, hasValues = true }: PropertyLinesProps) => {
  const { t } = useText()
  const list = useRef<HTMLUListElement>(null)
  const set = (at: number, change: Partial<PropertyLine>) =>
    onChange(lines.map((line, n) => (n === at ? { ...line, ...change } : line)))
  const move = (at: number, by: 1 | -1) => {
    const next = [...lines]
    const [line] = next.splice(at, 1)
    if (line) next.splice(at + by, 0, line)
    onChange(next)
  }
  const add = () => {
    onChange([...lines, { key: newKey(), typologyName: '', dataType: 'Text', value: '' }])
    // After the render that draws the line.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <>
      <ul className={hasValues ? 'property-lines' : 'property-lines property-lines--plain'} ref={list}>
        {lines.map((line, at) => {
          const fault = faults[line.key]
          const name = line.typologyName || t('staffAssets.property.number', { number: at + 1 })
          return (
            <li key={line.key} data-invalid={fault ? true : undefined}>
              <TextInput
                aria-label={t('staffAssets.property.name')}
                placeholder={t('staffAssets.property.name')}
                aria-invalid={Boolean(fault)}
                value={line.typologyName}
                maxLength={200}
                onChange={event => set(at, { typologyName: event.target.value })}
              />
              <Select<PropertyType>
                label={t('staffAssets.property.typeOf', { name })}
                openOn="click"
                options={propertyTypes.map(value => ({ value, text: t(`staffAssets.property.types.${value}`) }))}
                value={line.dataType}
                onChange={dataType =>
                  dataType &&
                  dataType !== line.dataType &&
                  set(at, { dataType, value: '', file: undefined, fileName: undefined })
                }
              />
              {hasValues &&
                (line.dataType === 'File' ? (
                  <FileValue line={line} onFile={file => set(at, { file })} />
                ) : (
                  <TextInput
                    aria-label={t('staffAssets.property.valueOf', { name })}
                    placeholder={
                      line.dataType === 'Date' ? undefined : t(`staffAssets.property.hints.${line.dataType}`)
                    }
                    type={line.dataType === 'Date' ? 'date' : 'text'}
                    aria-invalid={Boolean(fault)}
                    value={line.value}
                    maxLength={4000}
                    autoComplete="off"
                    onChange={event => set(at, { value: event.target.value })}
                  />
                ))}
              <span className="row-tools">
                <IconButton
                  label={t('staffAssets.property.up', { name })}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp className="icon" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('staffAssets.property.down', { name })}
                  disabled={at === lines.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown className="icon" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('staffRecords.removeOf', { name })}
                  onClick={() => onChange(lines.filter((_, n) => n !== at))}
                >
                  <Trash2 className="icon" aria-hidden="true" />
                </IconButton>
              </span>
              {fault && (
                <p className="field-error">
                  <TriangleAlert className="icon" aria-hidden="true" />
                  {fault}
                </p>
              )}
              {!fault && hasValues && looksSecret(line.typologyName) && (
                <p className="property-secret">{t('staffAssets.property.secret')}</p>
              )}
            </li>
          )
        })}
      </ul>
      {lines.length < propertiesMost && (
        <Button size="sm" onClick={add}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffAssets.property.add')}
        </Button>
      )}
    </>
  )
}
