import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

/** What visitors reported, for the owner of the site, who can stop a link. Nothing where there is nothing. */
export function ReportedLinks() {
  const t = useTranslations('short')
  const reported = useApi('GET /api/reported-links', { quiet: true })
  const { isBusy, failure, submit } = useSubmit()
  const links = reported.data?.links ?? []
  if (links.length === 0) return null
  const block = async (reportedId: string, blocked: boolean) => {
    const params = { reported: reportedId }
    if (await submit(() => call('PATCH /api/reported-links/:reported', { params, body: { blocked }, quiet: true })))
      reported.reload()
  }
  return (
    <div className="mt-6" data-testid="reported-links">
      <SettingGroup title={t('reported')}>
        {failure && (
          <div className="p-4">
            <FormFailure failure={failure} />
          </div>
        )}
        {links.map(({ id, code, url, person, reports, blocked }) => (
          <SettingRow
            key={id}
            title={<code>{code}</code>}
            text={`${t('reportedBy', { count: reports, person })}${blocked ? ` · ${t('is.blocked')}` : ''}`}
          >
            <a href={url} target="_blank" rel="noopener noreferrer" className="target text-link-plain">
              {t('look')}
            </a>
            <Button size="small" disabled={isBusy} onClick={() => void block(id, !blocked)}>
              {t(blocked ? 'unblock' : 'block')}
            </Button>
          </SettingRow>
        ))}
      </SettingGroup>
    </div>
  )
}
