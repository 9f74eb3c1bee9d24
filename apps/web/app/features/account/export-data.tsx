import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

const DAY_LENGTH = 10
const INDENT = 2

/** All that the account holds, as a file for its person. */
export function ExportData() {
  const t = useTranslations('account')
  const { isBusy, failure, submit } = useSubmit()
  const save = () =>
    submit(async () => {
      const all = await call('GET /api/profile/export', { quiet: true })
      const day = new Date(all.at).toISOString().slice(0, DAY_LENGTH)
      const text = JSON.stringify(all, null, INDENT)
      saveFile(new Blob([text], { type: 'application/json' }), `switchyard-account-${day}.json`)
    })
  return (
    <SettingGroup title={t('exportTitle')}>
      <FormFailure failure={failure} />
      <SettingRow title={t('exportData')} text={t('exportDataText')} isStacked>
        <Button icon="download" disabled={isBusy} onClick={() => void save()}>
          {t('exportNow')}
        </Button>
      </SettingRow>
    </SettingGroup>
  )
}
