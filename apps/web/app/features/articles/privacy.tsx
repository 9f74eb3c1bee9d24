import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAds } from '../../components/ads/ads.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { Article } from './article.tsx'

const COLUMNS = ['what', 'when'] as const
/** Every kind of request that the pages make, by where it goes. A new kind is a new row here. */
const LEAVES = [
  { to: 'site', rows: ['page', 'state', 'icons', 'freeNodes'] },
  { to: 'host', rows: ['subscription', 'template', 'lists', 'presets', 'git', 'otherStorage', 'shortService'] },
  { to: 'relay', rows: ['relay', 'gitRelay'] },
  { to: 'checks', rows: ['checks', 'checkSchedule'] },
  { to: 'account', rows: ['account', 'hosted', 'things', 'favourites', 'storage', 'shortLinks'] },
  { to: 'provider', rows: ['provider'] },
  { to: 'ads', rows: ['ads'] },
  { to: 'adCode', rows: ['adCode'] },
] as const
const KEPT = [
  'language',
  'interface',
  'conversion',
  'recent',
  'tab',
  'draft',
  'versions',
  'templates',
  'items',
  'nodeSites',
  'favourites',
  'fileDrafts',
  'downloads',
  'gitAccounts',
  'lists',
  'offline',
  'adFree',
] as const
/** What there is only on a site with ads. */
const OF_ADS: readonly string[] = ['ads', 'adCode', 'adFree']

const ON_SERVER = [
  'account',
  'methods',
  'sessions',
  'events',
  'items',
  'favourites',
  'versions',
  'publications',
  'files',
  'addresses',
  'shortLinks',
  'checks',
  'record',
] as const

const SECTIONS = ['leaves', 'never', 'kept', 'server', 'logs'] as const

/** Changes with its text. */
const UPDATED = '2026-11-29'

export function Privacy() {
  const t = useTranslations('articles.privacy')
  const locale = useRouteLocale()
  const hasAds = useAds() !== 'none'
  const isHere = (name: string) => hasAds || !OF_ADS.includes(name)
  return (
    <Article
      updated={UPDATED}
      sections={SECTIONS.map((id) => ({ id, title: t(id) }))}
      lead={
        <p className="article-lead">
          <Icon name="shield-check" className="mt-1 size-5 shrink-0 text-link" />
          <span>
            <strong className="block font-semibold">{t('lead')}</strong> {t('leadText')}
          </span>
        </p>
      }
    >
      <h2 id="leaves">{t('leaves')}</h2>
      {LEAVES.filter(({ to }) => isHere(to)).map(({ to, rows }) => (
        <section key={to} className="mt-6">
          <h3 className="font-semibold">{t(`to.${to}.name`)}</h3>
          <p className="text-sm text-muted">{t(`to.${to}.text`)}</p>
          <Table
            caption={t(`to.${to}.name`)}
            className="table-stacked leaves mt-2"
            columns={COLUMNS.map((column) => ({ id: column, label: t(column) }))}
          >
            {rows.map((row) => (
              <tr key={row} data-leaves={row}>
                {COLUMNS.map((column) => (
                  <td key={column} data-label={column === 'when' ? t(column) : undefined}>
                    {t(`row.${row}.${column}`)}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </section>
      ))}
      <h2 id="never">{t('never')}</h2>
      <p>{t('neverText')}</p>
      <h2 id="kept">{t('kept')}</h2>
      <ul>
        {KEPT.filter(isHere).map((item) => (
          <li key={item}>{t(`keptItem.${item}`)}</li>
        ))}
      </ul>
      <p className="mt-3">
        {t('keptClear')}{' '}
        <Link to={localizedPath(locale, '/settings/data')} className="text-link-plain">
          {t('keptClearLink')}
        </Link>
      </p>
      <h2 id="server">{t('server')}</h2>
      <ul>
        {ON_SERVER.map((item) => (
          <li key={item}>{t(`serverItem.${item}`)}</li>
        ))}
      </ul>
      <p className="mt-3">{t('serverGone')}</p>
      <h2 id="logs">{t('logs')}</h2>
      <p>{t('logsText')}</p>
    </Article>
  )
}
