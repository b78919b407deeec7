import type { StaffApiKey } from '@portico/contract/staff/api-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SecretDialog } from '../parts/copy-dialog.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import { apiKeys, revokeKey } from './data.ts'
import { KeyDialog } from './key-dialog.tsx'
import { useKeyWords } from './key-words.ts'

/** The keys by which programs of the company call the operator API. */
export const KeysScreen = () => {
  const { t } = useText()
  const query = useQuery(apiKeys)
  const wordsOf = useKeyWords()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; key: string }>()
  const [revoked, setRevoked] = useState<StaffApiKey>()
  useStaffScreen('staff-api-keys', t('staffSettings.nav.keys'))
  const revoke = useMutation({
    ...revokeKey(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
    onSettled: () => setRevoked(undefined),
  })
  return (
    <SettingsSection
      title={t('staffSettings.nav.keys')}
      count={query.data?.filter(({ state }) => state === 'live').length}
      lead={t('staffConnections.keys.lead')}
      query={query}
      action={
        <Button onClick={() => setMaking(true)}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffConnections.keys.new')}
        </Button>
      }
    >
      {query.data?.length === 0 ? (
        <EmptyState icon={<KeyRound className="icon" />} title={t('staffConnections.keys.none')} heading="h3">
          {t('staffConnections.keys.noneText')}
        </EmptyState>
      ) : (
        <ul className="setting-list">
          {query.data?.map(key => (
            <li key={key.id} data-state={key.state === 'live' ? undefined : 'ended'}>
              <span>
                <b>
                  {key.name} {key.ending && <span className="quiet mono">portico_…{key.ending}</span>}
                </b>
                <small>{wordsOf(key)}</small>
              </span>
              {key.state === 'live' && (
                <Button size="sm" tone="ghost" className="button--danger" onClick={() => setRevoked(key)}>
                  {t('staffConnections.keys.revoke')}
                  <span className="sr-only"> {key.name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <KeyDialog
          onClose={() => setMaking(false)}
          onMade={now => {
            setMaking(false)
            setMade(now)
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={t('staffConnections.keys.madeTitle', { name: made.name })}
          text={t('staffConnections.keys.madeText')}
          label={t('staffConnections.keys.key')}
          secret={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
      <ConfirmDialog
        open={revoked !== undefined}
        danger
        title={t('staffConnections.keys.revokeTitle', { name: revoked?.name })}
        confirm={t('staffConnections.keys.revoke')}
        cancel={t('words.cancel')}
        busy={revoke.isPending}
        onConfirm={() => revoked && revoke.mutate(revoked.id)}
        onCancel={() => setRevoked(undefined)}
      >
        {t('staffConnections.keys.revokeText')}
      </ConfirmDialog>
    </SettingsSection>
  )
}
