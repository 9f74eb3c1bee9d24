import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

type Output = DataOf<'GET /api/outputs/:output'>

/** What the server calls a program that it does not know. */
const UNKNOWN_CLIENT = 'other'

interface Props {
  output: Output
  onChange: (work: () => Promise<Output>) => Promise<boolean>
}

/** Which programs asked, and when: counts by day and the last twenty. It can be switched off. */
export function OutputRecordView({ output, onChange }: Props) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  const params = { output: output.id }
  const record = useApi('GET /api/outputs/:output/record', { params })
  const toggle = (keepsRecord: boolean) =>
    onChange(() =>
      call('PATCH /api/outputs/:output', { params, body: { revision: output.revision, keepsRecord }, quiet: true }),
    )
  // As it is called among the addresses.
  const shownName = (address: string) => (address === output.name ? t('mainAddress') : address)
  const nameOf = (client: string) => (client === UNKNOWN_CLIENT ? t('unknownClient') : client)
  return (
    <SettingGroup title={t('record')}>
      <div className="p-4">
        <Switch checked={output.keepsRecord} onChange={(on) => void toggle(on)}>
          {t('keepsRecord')}
        </Switch>
      </div>
      {output.keepsRecord && record.data?.last.length === 0 && <p className="p-4 text-muted">{t('nobodyAsked')}</p>}
      {output.keepsRecord &&
        record.data?.last.map(({ at, client, network, address }, index) => (
          <SettingRow
            key={index}
            title={address === undefined ? nameOf(client) : `${nameOf(client)} · ${shownName(address)}`}
            text={`${format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })} · ${network}`}
          >
            {null}
          </SettingRow>
        ))}
    </SettingGroup>
  )
}
