import type { Language } from '@portico/contract/language'
import { languages } from '@portico/contract/language'
import { type CannedAnswer, type CannedAnswerField, cannedAnswerFields } from '@portico/contract/staff/canned-answers'
import { useState } from 'react'
import { CleanedHtml } from '../../../page/cleaned-html.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { languageNames } from '../../../text/languages.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** A canned answer as a customer would read it, with examples in the place of its fields. */
export const CannedPreview = ({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) => {
  const { t } = useText()
  const { displayName } = useMe()
  const written = languages.filter(language => answer.texts[language] !== null)
  const [language, setLanguage] = useState<Language>(written[0] ?? 'it-IT')
  const example = (field: CannedAnswerField) =>
    field === 'tecnico' ? displayName : field === 'ticket' ? '1042' : t(`staffCanned.example.${field}`)
  const html = cannedAnswerFields.reduce(
    (text, field) => text.replaceAll(`{{${field}}}`, example(field)),
    answer.texts[language] ?? '',
  )
  return (
    <Dialog open onClose={onClose} title={answer.name} className="dialog dialog--form">
      {written.length > 1 && (
        <SegmentedControl
          label={t('staffTicket.canned.languages')}
          options={written.map(value => ({ value, text: languageNames[value] }))}
          value={language}
          onChange={setLanguage}
        />
      )}
      <CleanedHtml html={html} className="canned-preview" />
      {answer.files.length > 0 && <p className="quiet">{answer.files.map(({ name }) => name).join(', ')}</p>}
      <p className="field-hint">{t('staffCanned.exampleHint')}</p>
      <div className="button-row">
        <Button tone="ghost" onClick={onClose} data-autofocus="">
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  )
}
