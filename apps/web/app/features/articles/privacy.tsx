import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Table } from '../../ui/table.tsx'
import { Article } from './article.tsx'

const COLUMNS = ['what', 'when', 'whom'] as const
/** Every kind of request that the pages make. A new kind is a new row here. */
const ROWS = [
  'page',
  'state',
  'icons',
  'subscription',
  'template',
  'lists',
  'relay',
  'account',
  'provider',
  'hosted',
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
  'downloads',
  'lists',
  'offline',
] as const

const ON_SERVER = [
  'account',
  'methods',
  'sessions',
  'events',
  'items',
  'versions',
  'publications',
  'addresses',
  'record',
] as const

const SECTIONS = ['leaves', 'never', 'kept', 'server', 'logs'] as const

export function Privacy() {
  const t = useTranslations('articles.privacy')
  const locale = useRouteLocale()
  return (
    <Article sections={SECTIONS.map((id) => ({ id, title: t(id) }))}>
      <h2 id="leaves">{t('leaves')}</h2>
      <Table
        caption={t('leaves')}
        className="table-stacked mt-3"
        columns={COLUMNS.map((column) => ({ id: column, label: t(column) }))}
      >
        {ROWS.map((row) => (
          <tr key={row} data-leaves={row}>
            {COLUMNS.map((column) => (
              <td key={column} data-label={t(column)}>
                {t(`row.${row}.${column}`)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <h2 id="never">{t('never')}</h2>
      <p>{t('neverText')}</p>
      <h2 id="kept">{t('kept')}</h2>
      <ul>
        {KEPT.map((item) => (
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
