import type { CustomerMergeLook } from '@portico/contract/staff/customers/merge'
import { useText } from '../../../text/use-text.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'

/** What becomes of the flags of who is a person of both. */
export type MergedFlags = 'united' | 'kept'

const fields = ['vatNumber', 'fiscalCode', 'address', 'phone', 'email'] as const

type MergeLookProps = { look: CustomerMergeLook; flags: MergedFlags; onFlags: (flags: MergedFlags) => void }

/** What a merge of two customers moves, unites and leaves. */
export const MergeLook = ({ look, flags, onFlags }: MergeLookProps) => {
  const { t } = useText()
  const { customer, into, moves, people, signed, openSignatures } = look
  const both = people.filter(person => person.into !== null)
  const differing = fields.filter(field => customer[field] && into[field] && customer[field] !== into[field])
  return (
    <>
      <p>{t('staffCustomerEnds.merge.moves', { name: into.companyName })}</p>
      <ul className="customer-ends">
        {moves.length === 0 && <li>{t('staffCustomerEnds.merge.nothing')}</li>}
        {moves.map(({ kind, count }) => (
          <li key={kind}>{t(`staffCustomerEnds.merge.kinds.${kind}`, { count })}</li>
        ))}
        {signed > 0 && <li>{t('staffCustomerEnds.merge.signed', { count: signed })}</li>}
        {openSignatures > 0 && <li>{t('staffCustomerEnds.merge.openSignatures', { count: openSignatures })}</li>}
        {customer.secondFactorRequired !== into.secondFactorRequired && (
          <li>{t('staffCustomerEnds.merge.secondFactor')}</li>
        )}
      </ul>
      {both.length > 0 && (
        <section className="customer-ends-part" aria-label={t('staffCustomerEnds.merge.both', { count: both.length })}>
          <p>
            {t('staffCustomerEnds.merge.both', { count: both.length })}{' '}
            <b>{both.map(({ referentName }) => referentName).join(', ')}</b>
          </p>
          <SegmentedControl<MergedFlags>
            label={t('staffCustomerEnds.merge.flags')}
            value={flags}
            onChange={onFlags}
            options={[
              { value: 'united', text: t('staffCustomerEnds.merge.united') },
              { value: 'kept', text: t('staffCustomerEnds.merge.kept') },
            ]}
          />
        </section>
      )}
      {differing.length > 0 && (
        <section className="customer-ends-part" aria-label={t('staffCustomerEnds.merge.differs')}>
          <p>{t('staffCustomerEnds.merge.differs')}</p>
          <dl className="customer-ends-fields">
            {differing.map(field => (
              <div key={field}>
                <dt>{t(`staffCustomerEnds.merge.fields.${field}`)}</dt>
                <dd>
                  <b>{into[field]}</b> <del>{customer[field]}</del>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Alert tone="warning" title={t('staffCustomerEnds.merge.final')}>
        {t('staffCustomerEnds.merge.finalText')}
      </Alert>
    </>
  )
}
