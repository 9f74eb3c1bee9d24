import type { ApiDescription, ApiOperation } from '@switchyard/contract'
import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { localizedPath } from '../../lib/locale.ts'
import { request } from '../../lib/request.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { curlOf, type DescribedEndpoint, needsToken } from './curl-of.ts'

const ADDRESS = '/openapi.json'

async function load(locale: string, signal: AbortSignal): Promise<ApiDescription> {
  const headers = { [LANGUAGE_HEADER]: locale }
  const description = await request<ApiDescription>(ADDRESS, { headers, signal, quiet: true })
  if (description === null) throw new Error('The description of the API is empty')
  return description
}

/** What programs may ask of this server, as the server itself describes it, with a request to copy for each endpoint. */
export function ApiDocs() {
  const t = useTranslations('apiDocs')
  const locale = useRouteLocale()
  const { data, error, reload } = useLoaded(`${ADDRESS} ${locale}`, (signal) => load(locale, signal))
  return (
    <>
      <p className="flex flex-wrap gap-6">
        <Link to={`${localizedPath(locale, '/profile')}?tab=security`} className="target text-link-plain">
          {t('makeToken')}
        </Link>
        <a href={ADDRESS} className="target text-link-plain">
          {t('description')}
        </a>
      </p>
      {error !== undefined && !data ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : data ? (
        <Described description={data} />
      ) : (
        <p role="status" className="mt-6 text-muted">
          {t('loading')}
        </p>
      )}
    </>
  )
}

function Described({ description }: { description: ApiDescription }) {
  const t = useTranslations('apiDocs')
  const endpoints = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): DescribedEndpoint => ({ method, path, operation })),
  )
  const parts = description.tags.map(({ name, description: title }) => ({
    name,
    title,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return (
    <>
      <p className="mt-4">{description.info.description}</p>
      <nav aria-label={t('contents')} className="mt-6">
        <ul className="flex flex-wrap gap-6">
          {parts.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`} className="target text-link-plain">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map(({ name, title, endpoints }) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className="mt-10 scroll-mt-16">
          <h2 id={`${name}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          <ul className="mt-4 flex flex-col gap-4">
            {endpoints.map((endpoint) => (
              <Endpoint key={endpoint.operation.operationId} endpoint={endpoint} components={description.components} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Endpoint(props: { endpoint: DescribedEndpoint; components: ApiDescription['components'] }) {
  const t = useTranslations('apiDocs')
  const { method, path, operation } = props.endpoint
  const curl = curlOf(location.origin, props.endpoint, props.components)
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return (
    <li data-testid={`endpoint-${operation.operationId}`} className="rounded-lg border border-line p-4">
      <h3 className="flex flex-wrap items-center gap-2">
        <Badge>{method.toUpperCase()}</Badge>
        <code className="min-w-0 font-mono text-sm font-medium break-all">{path}</code>
      </h3>
      <p className="mt-2">{operation.summary}</p>
      <p className="mt-1 text-sm text-muted">{useWhoMay(operation)}</p>
      {query.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          {t('parameters')}{' '}
          {query.map(({ name }) => (
            <code key={name} className="mr-2 inline-block font-mono text-xs">
              {name}
            </code>
          ))}
        </p>
      )}
      <div className="mt-3 flex items-start gap-2 rounded-md bg-sunken p-3">
        <code className="min-w-0 grow font-mono text-xs break-all whitespace-pre-wrap">{curl}</code>
        <CopyButton iconOnly size="small" text={curl} label={t('copy', { path: `${method.toUpperCase()} ${path}` })} />
      </div>
    </li>
  )
}

function useWhoMay(operation: ApiOperation): string {
  const t = useTranslations('apiDocs')
  const scopes = operation.security.flatMap(({ token }) => token ?? [])
  if (scopes.length === 0) return t('anybody')
  return t(needsToken(operation) ? 'withToken' : 'tokenOrNot', { scope: scopes.join(', ') })
}
